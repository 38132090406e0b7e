// The judging desk. Python decides which pair comes next and writes every grade; this file shows it and sends keys. The
// page sets `request`, Python answers with `view`. All text from data goes in as text, and nothing has an id, so that
// two views of one desk can share a page.

const SLOW_MS = 4000; // without an answer for so long, the judge is told
const MOST_MARKS = 2000;
const KEYS = [["U", "undo"], ["S", "skip"], ["N", "write a note"], ["?", "this list"]];

function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null) node.setAttribute(name, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== false));
  return node;
}

function time(seconds) {
  const minutes = Math.max(Math.round(seconds / 60), 1);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const many = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
const label = (words) => (Array.from(words).length > 28 ? `${Array.from(words).slice(0, 27).join("")}…` : words);

// The text with the query's words marked.
function marked(text, query) {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [])];
  if (!words.length) return [text];
  const parts = [];
  let [end, marks] = [0, 0];
  for (const found of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (marks >= MOST_MARKS) break;
    if (!words.includes(found[0].toLowerCase())) continue;
    parts.push(text.slice(end, found.index), h("mark", {}, found[0]));
    end = found.index + found[0].length;
    marks += 1;
  }
  return [...parts, text.slice(end)];
}

// The key, whatever the keyboard: French ones give & for an unshifted 1, and Greek ones have no u.
function pressed({ key, code, shiftKey }) {
  if (/^Digit[0-9]$/.test(code) && !shiftKey) return code.at(-1);
  if (/^Key[A-Z]$/.test(code) && /[^\x00-\x7f]/.test(key)) return code.at(-1).toLowerCase();
  return key.toLowerCase();
}

class DeskView {
  constructor(model, el) {
    [this.model, this.waiting, this.turn] = [model, null, null];
    this.settings = model.get("settings");
    this.build();
    this.update = () => this.show();
    model.on("change:view", this.update);
    this.show();
    el.append(this.root);
    if (this.settings.page) queueMicrotask(() => this.document.focus({ preventScroll: true }));
  }

  build() {
    const { judge, scale, adjudicate } = this.settings;
    const button = (text, key, click, more = {}) => h("button", { type: "button", click, "aria-keyshortcuts": key, ...more },
      h("kbd", {}, key), " ", h("span", { dir: "auto" }, text));
    this.bar = h("div", { class: "rtj-fill" });
    this.meter = h("div", { class: "rtj-bar", role: "progressbar", "aria-label": "pairs judged", "aria-valuemin": "0" }, this.bar);
    this.counts = h("span", { class: "rtj-counts" });
    this.plan = h("span", { class: "rtj-plan" });
    this.query = h("p", { class: "rtj-query", dir: "auto" });
    this.given = h("ul", { class: "rtj-given", "aria-label": "grades so far" });
    this.title = h("p", { class: "rtj-title", dir: "auto" });
    this.text = h("div", { class: "rtj-text", dir: "auto" });
    this.more = h("button", { type: "button", class: "rtj-more", click: () => this.send("whole") });
    this.document = h("div", { class: "rtj-document", tabindex: "0", role: "region", "aria-label": "Document" },
      this.title, this.text, this.more);
    this.grades = scale.map(([grade, words]) => button(label(words), String(grade), () => this.send("grade", grade),
      { class: "rtj-grade", title: label(words) === words ? null : words }));
    this.note = h("input", { type: "text", class: "rtj-note", maxlength: "1000", dir: "auto", "aria-label": "note to this pair",
      placeholder: "note to this pair (N)", autocomplete: "off" });
    this.undo = button("Undo", "U", () => this.send("undo"));
    this.skip = button(adjudicate ? "Pass over" : "Skip", "S", () => this.send("skip"));
    this.help = button("Scale", "?", () => this.toggle(), { "aria-expanded": "false" });
    this.panel = h("div", { class: "rtj-panel", hidden: true },
      h("dl", {}, scale.map(([grade, words]) => h("div", {}, h("dt", {}, h("kbd", {}, String(grade))), h("dd", { dir: "auto" }, words || "—")))),
      h("p", { class: "rtj-keys" }, KEYS.map(([key, does]) => h("span", {}, h("kbd", {}, key), ` ${does}`))));
    this.status = h("p", { class: "rtj-status" });
    this.problem = h("p", { class: "rtj-problem", role: "alert" });
    this.live = h("p", { class: "rt-unseen", "aria-live": "polite" });
    this.pair = h("div", { class: "rtj-pair" }, h("p", { class: "rtj-label" }, "Query"), this.query, this.given,
      h("p", { class: "rtj-label" }, "Document"), this.document,
      h("div", { class: "rtj-grades", role: "group", "aria-label": adjudicate ? "the deciding grade" : "grade" }, this.grades));
    this.again = h("button", { type: "button", class: "rt-main", click: () => this.send("skipped") });
    this.ended = h("div", { class: "rtj-end" }, h("p", { tabindex: "-1" }), this.again);
    this.root = h("section", { class: "ratools rtj", "aria-label": "Judging desk", "data-lm-suppress-shortcuts": "true",
      keydown: (event) => this.onKey(event) },
      h("div", { class: "rtj-head" }, h("span", { class: "rtj-name" }, adjudicate ? "Adjudicate" : "Judge", " · ",
        h("bdi", {}, judge)), this.counts, this.plan),
      this.meter, this.pair, this.ended,
      h("div", { class: "rtj-row" }, this.note, h("span", { class: "rtj-buttons" }, this.skip, this.undo, this.help)),
      this.panel, this.status, this.problem, this.live);
  }

  // Keys count once the pair is on the screen: what is pressed before the answer is there would grade something unseen.
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopPropagation();
    const typing = event.target === this.note;
    if (typing && (event.key === "Enter" || event.key === "Escape")) {
      event.preventDefault();
      this.document.focus({ preventScroll: true });
    }
    if (typing || event.repeat) return;
    const key = pressed(event);
    const grade = this.settings.scale.find(([one]) => String(one) === key);
    const done = grade ? () => this.send("grade", grade[0])
      : { u: () => this.send("undo"), s: () => this.send("skip"), "?": () => this.toggle(),
          n: () => this.note.focus() }[key];
    if (!done) return;
    event.preventDefault();
    done();
  }

  toggle() {
    this.panel.hidden = !this.panel.hidden;
    this.help.setAttribute("aria-expanded", String(!this.panel.hidden));
  }

  send(action, grade = null) {
    const view = this.model.get("view");
    if (this.waiting || ((action === "grade" || action === "skip") && !view.pair) || (action === "undo" && !view.undo)) return;
    const id = `${Date.now()}-${Math.random()}`;
    this.waiting = id;
    this.slow = setTimeout(() => this.tellSlow(), SLOW_MS);
    const onward = action === "grade" || action === "skip";
    const note = onward ? this.note.value : "";
    this.kept = { turn: view.turn, note };
    this.model.set("request", { id, action, grade, note, turn: view.turn });
    this.model.save_changes();
    if (onward && view.next && this.waiting) this.showPair(view.next, view.turn + 1); // keys wait for the answer
  }

  tellSlow() {
    this.waiting = null;
    this.show();
    this.problem.textContent = "No answer yet: the last grade may not be saved. "
      + "If the kernel is gone, restart it and run this cell again; it goes on where the file ends.";
  }

  show() {
    const view = this.model.get("view");
    if (this.waiting && view.answered === this.waiting) {
      clearTimeout(this.slow);
      this.waiting = null;
    }
    const moved = this.turn !== null;
    this.turn = view.turn;
    const done = view.total - view.left;
    this.bar.style.width = `${view.total ? (100 * done) / view.total : 100}%`;
    this.meter.setAttribute("aria-valuemax", String(view.total));
    this.meter.setAttribute("aria-valuenow", String(done));
    this.counts.textContent = `${done} of ${view.total} · ${view.left} left`;
    this.plan.textContent = view.pace === null || !view.left ? ""
      : `about ${time(view.seconds_left)} at ${view.pace.toFixed(view.pace < 10 ? 1 : 0)} s per pair`;
    this.plan.hidden = !this.plan.textContent;
    this.pair.hidden = !view.pair;
    this.ended.hidden = Boolean(view.pair);
    if (view.pair) this.showPair(view.pair, view.turn);
    else this.showEnd(view);
    for (const [button, off] of [[this.undo, !view.undo], [this.skip, !view.pair]])
      button.setAttribute("aria-disabled", String(off));
    this.note.disabled = !view.pair;
    this.status.textContent = view.said ? `${view.said}.` : "";
    this.problem.textContent = view.problem;
    if (moved) this.announce(view);
  }

  showPair(pair, turn) {
    const key = JSON.stringify([turn, pair]);
    if (key === this.key) return; // nothing new: keep the place in the text, and the note
    const same = this.shownTurn === turn;
    [this.key, this.shownTurn] = [key, turn];
    const mark = (text) => (this.settings.highlight ? marked(text, pair.query) : [text]);
    const blank = !pair.text.trim();
    this.query.textContent = pair.query;
    this.title.replaceChildren(...mark(pair.title));
    this.title.hidden = !pair.title;
    this.text.replaceChildren(...(blank ? ["This document is empty."] : mark(pair.text)));
    this.text.classList.toggle("rtj-blank", blank);
    this.more.hidden = !pair.more;
    this.more.textContent = `Show ${many(pair.more, "more character")}`;
    const words = new Map(this.settings.scale);
    this.given.hidden = !pair.given.length;
    this.given.replaceChildren(...pair.given.map(({ judge, grade, note }) => h("li", {}, h("bdi", {}, judge), ": ",
      h("strong", {}, String(grade)), words.get(grade) ? ` ${words.get(grade)}` : "",
      note ? h("span", { class: "rtj-their-note", dir: "auto" }, ` “${note}”`) : null)));
    if (same) return;
    this.document.scrollTop = 0;
    this.note.value = this.kept?.turn === turn ? this.kept.note : ""; // back at a pair that could not be saved
  }

  showEnd(view) {
    this.key = null;
    this.ended.firstChild.textContent = view.end;
    this.again.hidden = !view.skipped;
    this.again.textContent = `Look again at ${many(view.skipped, "skipped pair")}`;
    if (this.root.contains(document.activeElement)) this.ended.firstChild.focus({ preventScroll: true });
  }

  announce(view) {
    const { pair } = view;
    const beginning = pair && (pair.title || Array.from(pair.text.slice(0, 300)).slice(0, 200).join("") || "an empty document");
    const given = pair?.given.map(({ judge, grade }) => `${judge} ${grade}`).join(", ");
    this.live.textContent = [view.said && `${view.said}.`, view.problem, pair ? `${many(view.left, "pair")} left. Query: ${pair.query}. `
      + `Document: ${beginning}.${given ? ` Grades: ${given}.` : ""}` : view.end].filter(Boolean).join(" ");
    if (this.pair.hidden === false && document.activeElement === this.ended.firstChild) this.document.focus({ preventScroll: true });
  }

  close() {
    clearTimeout(this.slow);
    this.model.off("change:view", this.update);
  }
}

const desk = {
  render({ model, el }) {
    const view = new DeskView(model, el);
    return () => view.close();
  },
};
export default desk;
