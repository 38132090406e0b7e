
// Behind desk.js on the local page: a model whose `request` goes to the server, and whose `view` is the answer.

const GONE = "Not saved: ratools judge does not answer. Start it again and open the new address; it goes on where the file ends.";

class PageModel {
  constructor(state, address) {
    [this.state, this.address, this.listeners] = [state, address, []];
  }
  get(name) {
    return this.state[name];
  }
  set(name, value) {
    this.state[name] = value;
    for (const { event, callback } of [...this.listeners]) if (event === `change:${name}`) callback(this, value);
  }
  on(event, callback) {
    this.listeners.push({ event, callback });
  }
  off(event, callback) {
    this.listeners = this.listeners.filter((one) => one.event !== event || one.callback !== callback);
  }
  async save_changes() {
    const headers = { "Content-Type": "application/json" };
    const request = this.get("request");
    const answer = await fetch(this.address, { method: "POST", headers, body: JSON.stringify(request) }).catch(() => null);
    if (answer?.ok) this.set("view", await answer.json());
    else this.set("view", { ...this.get("view"), answered: request.id, said: "", problem: GONE });
  }
}

const main = document.querySelector("main");
const state = JSON.parse(document.querySelector("script.ratools-state").textContent);
main.replaceChildren();
desk.render({ model: new PageModel(state, `request${location.search}`), el: main });
