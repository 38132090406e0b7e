// Brings the course's widgets to life on a page without a kernel: hands each one's ES module a model made of the
// state that stands beside it. The module comes as a blob, since a page opened from a file may not import files.
(() => {
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

  // What the widgets use of Jupyter's model, and nothing else.
  class Model {
    constructor(state) {
      this.state = state;
      this.listeners = [];
    }
    get(name) {
      return this.state[name];
    }
    set(name, value) {
      const changed = !same(this.state[name], value);
      this.state[name] = value;
      if (changed) this.tell(`change:${name}`, value);
      if (changed) this.tell("change", value);
    }
    tell(event, value) {
      for (const listener of [...this.listeners]) if (listener.event === event) listener.callback(this, value);
    }
    on(events, callback) {
      for (const event of events.split(" ")) this.listeners.push({ event, callback });
    }
    off(events, callback) {
      const gone = ({ event, callback: theirs }) =>
        (!events || events.split(" ").includes(event)) && (!callback || theirs === callback);
      this.listeners = this.listeners.filter((listener) => !gone(listener));
    }
    save_changes() {}
  }

  const modules = new Map();
  function load(name) {
    if (!modules.has(name)) {
      const code = JSON.parse(document.querySelector(`script[data-ratools-code="${name}"]`).textContent);
      const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
      modules.set(name, import(url).finally(() => URL.revokeObjectURL(url)));
    }
    return modules.get(name);
  }

  async function start(place) {
    place.dataset.ratoolsStarted = "";
    const model = new Model(JSON.parse(place.querySelector("script.ratools-state").textContent));
    const widget = (await load(place.dataset.ratools)).default;
    const el = document.createElement("div");
    await widget.initialize?.({ model });
    await widget.render({ model, el });
    place.replaceChildren(el); // the text form goes only when the live one stands
    place.ratoolsModel = model; // for tests, and for the curious
  }

  function startAll() {
    for (const place of document.querySelectorAll(".ratools-static:not([data-ratools-started])")) start(place);
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", startAll);
  else startAll();
})();
