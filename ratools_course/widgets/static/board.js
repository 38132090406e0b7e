// The ranking board. Python sends what each document is worth (gains), what each rank is worth (discounts), the ideal
// order and R; this file multiplies, sums and shows. A document is called by its place in `cards`. All text from data
// goes in as text, and nothing has an id, so that several boards, and several views of one board, can share a page.

const GAINS = { linear: "linear", exp: "exponential" };
const STAGES = ["", "This page", "Ideal page", "Ratio"];
const TITLES = ["This page", "The ideal page: all judged documents, best first"];
const NEXT = ["Step through ›", "Next term ›", "Ideal page ›", "Ratio ›", "Show all"];
const PLAY = ["▶ Play", "❚❚ Pause"];
const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const STATE = "order k gain stage step moves history challenge cards start ideal discounts relevant cut_offs query below returned note speed ndcg";
const PACES = { slow: 1.7, normal: 1, fast: 0.5 };
const PLAY_MS = { step: 800, word: 240 }; // to see what changed, and to read a word of the sentence: 250 words a minute
const GLIDE = { duration: 180, easing: "ease-out" };
const SVG = "http://www.w3.org/2000/svg";

// Numbers ---------------------------------------------------------------------------------------------------------

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const two = (x) => (Math.abs(x) >= 1e6 ? x.toExponential(2) : x.toFixed(2));
const three = (x) => (Math.abs(x) >= 1e3 ? two(x) : x.toFixed(3));
const figure = (x) => (Number.isInteger(x) && Math.abs(x) < 1e6 ? String(x) : two(x));
const percent = (x) => `${Number((100 * x).toFixed(1))}\u00a0%`;
const changed = (by) => (Math.abs(by) < 1e-12 ? "no change" : `${by > 0 ? "▲" : "▼"} ${three(Math.abs(by))}`);
const capital = (text) => text[0].toUpperCase() + text.slice(1);
const count = (n, word) => `${COUNTS[n] ?? n} ${word}${n === 1 ? "" : "s"}`;

function terms(state, documents, k = state.k, gain = state.gain) {
  return documents.slice(0, k).map((doc, i) => state.cards[doc].gains[gain] / state.discounts[i]);
}

// Every measure of an order, under the names of the tiles without their cut-off. What stands below the page (only its
// relevant documents are sent) never moves, but counts.
function measures(state, order, k = state.k, gain = state.gain) {
  const cut = k ?? Infinity;
  const below = state.below.filter(({ rank }) => rank <= cut);
  const dcg = sum(terms(state, order, cut, gain)) + sum(below.map(({ gains, discount }) => gains[gain] / discount));
  const ideal = sum(terms(state, state.ideal, cut, gain));
  const hit = order.map((doc) => state.cards[doc].relevant);
  const hitsTo = (rank) => hit.slice(0, rank).filter(Boolean).length;
  const found = hitsTo(cut) + below.length;
  const hits = (to, tail) => [...hit.slice(0, to).flatMap((yes, i) => (yes ? i + 1 : [])), ...tail.map(({ rank }) => rank)];
  const precisions = (to, tail) => hits(to, tail).map((rank, i) => (i + 1) / rank);
  const first = (to, tail) => hit.slice(0, to).indexOf(true) + 1 || (tail[0]?.rank ?? 0);
  const [rank, cutRank] = [first(order.length, state.below), first(cut, below)];
  return {
    nDCG: ideal ? dcg / ideal : 0,
    DCG: dcg,
    IDCG: ideal,
    P: found / (k ?? state.returned),
    R: state.relevant ? found / state.relevant : 0,
    RR: rank ? 1 / rank : 0,
    AP: state.relevant ? sum(precisions(order.length, state.below)) / state.relevant : 0,
    found,
    hits: hits(order.length, state.below), // their ranks
    // a challenge may cut these two
    cutRR: cutRank ? 1 / cutRank : 0,
    cutAP: state.relevant ? sum(precisions(cut, below)) / state.relevant : 0,
  };
}

// The measure that the board is about: the task's, else nDCG or, without that, AP; and what its tile calls it.
const headline = (state) => state.challenge?.kind ?? (state.ndcg ? "nDCG" : "AP");
const tileName = (name, k) => (name === "RR" || name === "AP" ? name : `${name}@${k}`);

function challengeValue(state, order, { kind, k, gain }) {
  const all = measures(state, order, k, gain);
  return all[kind === "RR" || kind === "AP" ? `cut${kind}` : kind];
}

// How a task calls its measures: with the gain, where the two that it compares, or it and the board, differ in that.
function taskNames({ challenge, gain }) {
  const { above, measure } = challenge;
  const differ = above && (above.gain !== challenge.gain || challenge.gain !== "linear");
  const one = (part, named) => `${above ? part.label : part.measure}${part.kind === "nDCG" && named ? ` with ${GAINS[part.gain]} gain` : ""}`;
  if (above) return { one: one(challenge, differ), other: one(above, differ) };
  return { plain: measure, one: one(challenge, challenge.gain !== gain) };
}

// Elements --------------------------------------------------------------------------------------------------------

// A part of the page is text, or [tag, attributes, ...parts]; a node that was built with `h` may stand among the parts.
function made(part) {
  if (!Array.isArray(part)) return typeof part === "string" ? document.createTextNode(part) : part;
  const [tag, attributes, ...parts] = part;
  const node = tag.startsWith("svg:") ? document.createElementNS(SVG, tag.slice(4)) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    else set(node, name, value);
  }
  node.append(...parts.map(made));
  drawn.set(node, part);
  return node;
}

const h = (tag, attributes = {}, ...parts) => made([tag, attributes, ...parts]);
const drawn = new WeakMap(); // node → the part it shows
const present = (value) => value !== null && value !== undefined && value !== false;

// Attributes and texts are touched only if they change: each touch makes the browser work out styles or the layout anew.
function set(node, name, value) {
  if (!present(value)) node.hasAttribute(name) && node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

function put(node, text) {
  if (node.textContent !== String(text)) node.textContent = text;
}

// Give a node these parts; what stands there already and is the same stays, and so do nodes of which only a text changed.
function fill(node, parts) {
  parts.forEach((part, i) => {
    const there = node.childNodes[i];
    if (!there) node.append(made(part));
    else if (typeof part === "string" && there.nodeType === Node.TEXT_NODE) there.data === part || (there.data = part);
    else if (Array.isArray(part) && drawn.get(there)?.[0] === part[0]) revise(there, part);
    else if (there !== part) there.replaceWith(made(part));
  });
  while (node.childNodes.length > parts.length) node.lastChild.remove();
}

function revise(node, part) {
  const [, attributes, ...parts] = part;
  const before = drawn.get(node)[1];
  for (const name in before) if (!(name in attributes)) node.removeAttribute(name);
  for (const name in attributes) if (attributes[name] !== before[name]) set(node, name, attributes[name]);
  drawn.set(node, part);
  fill(node, parts);
}

const spelled = (parts) => parts.map((part) => (Array.isArray(part) ? spelled(part.slice(2)) : part)).join("");
const titled = (card) => ["bdi", {}, card.title];
const off = (button, yes) => set(button, "aria-disabled", String(Boolean(yes))); // unlike `disabled`, keeps focus
const isOff = (button) => button.getAttribute("aria-disabled") === "true";

// Lab reads a focused element's keys as its own shortcuts (d, d deletes the cell) unless the element says no.
const OURS = { "data-lm-suppress-shortcuts": "true" };

function button(label, attributes, action) {
  const node = h("button", { type: "button", ...OURS, ...attributes }, label);
  node.addEventListener("click", () => isOff(node) || action());
  return node;
}

// A node with the room of all of these contents, though it shows one: what stands below it stays where it is.
function roomy(node, ...rooms) {
  const room = (content) => h("span", { class: "rtb-room", "aria-hidden": "true" }, content);
  return h("span", { class: "rtb-roomy" }, node, ...rooms.map(room));
}

// The view --------------------------------------------------------------------------------------------------------

let longest = {}; // the longest sentence of the page drawn last, to which each of its views gives room

class View {
  constructor(model, el) {
    this.model = model;
    this.nodes = new Map(); // document → its card on the page
    this.focused = null; // the card that Tab reaches
    this.dragged = null;
    this.width = 400; // of the bars, until the page tells
    this.news = null; // what the last move did
    this.build();
    el.append(this.root);
    this.listen = () => this.soon();
    for (const name of STATE.split(" ")) model.on(`change:${name}`, this.listen);
    this.watch = new ResizeObserver(([{ contentRect }]) => {
      this.width = Math.round(contentRect.width) || this.width;
      this.drawBars();
    });
    this.watch.observe(this.barsBox);
    this.draw();
  }

  close() {
    for (const name of STATE.split(" ")) this.model.off(`change:${name}`, this.listen);
    this.watch.disconnect();
    clearTimeout(this.timer);
    this.closed = true;
    this.root.remove();
  }

  // Several traits change with one move; draw once for all of them. Every view draws before the browser paints, and none
  // measures what another has changed, so that the page is laid out once.
  soon() {
    if (this.waiting) return;
    this.waiting = true;
    queueMicrotask(() => {
      this.waiting = false;
      if (!this.closed) this.draw();
    });
  }

  read() {
    const state = {};
    for (const name of STATE.split(" ")) state[name] = this.model.get(name);
    state.ndcg = state.ndcg !== false; // a page saved by an earlier version does not tell
    state.own = terms(state, state.order);
    state.best = terms(state, state.ideal);
    state.steps = [0, state.own.length, state.best.length, 0][state.stage];
    state.step = Math.min(state.step, state.steps);
    state.now = measures(state, state.order);
    return state;
  }

  // News of a move stands as long as the page does not change otherwise, from another view or from Python.
  current(state) {
    const now = JSON.stringify([state.order, state.k, state.gain, state.stage, state.step]);
    if (this.news && this.newsOf !== null && this.newsOf !== now) this.news = null;
    this.newsOf = now;
    return this.news;
  }

  change(changes) {
    this.newsOf = null;
    this.tops = changes.order && this.list.isConnected && !matchMedia("(prefers-reduced-motion: reduce)").matches ? this.places() : null;
    for (const [name, value] of Object.entries(changes)) this.model.set(name, value);
    this.model.save_changes();
    this.soon();
  }

  // Moving --------------------------------------------------------------------------------------------------------

  move(doc, to) {
    const order = this.model.get("order");
    const from = order.indexOf(doc);
    to = Math.max(0, Math.min(order.length - 1, to));
    if (from === to || from < 0) return;
    const next = order.filter((other) => other !== doc);
    next.splice(to, 0, doc);
    const before = this.read();
    const after = measures(before, next);
    const main = headline(before);
    const [old, now] = [before.now[main], after[main]];
    const way = Math.abs(now - old) < 1e-12 ? null : now > old ? "rose" : "fell";
    this.news = [
      titled(before.cards[doc]),
      ` moved from rank ${from + 1} to rank ${to + 1}: ${tileName(main, before.k)} `,
      way ? `${way} from ${three(old)} to ${three(now)}.` : `stays at ${three(now)}.`,
    ];
    this.change({
      history: [...this.model.get("history"), order].slice(-100),
      moves: this.model.get("moves") + 1,
      order: next,
    });
  }

  undo() {
    const history = this.model.get("history");
    if (!history.length) return;
    this.news = ["The last move is taken back."];
    const moves = Math.max(0, this.model.get("moves") - 1);
    this.change({ order: history[history.length - 1], history: history.slice(0, -1), moves });
  }

  reset() {
    this.pause();
    this.news = ["The page is as it was at the start."];
    this.change({ order: [...this.model.get("start")], history: [], moves: 0, stage: 0, step: 0 });
  }

  onKey(event, doc) {
    const order = this.model.get("order");
    const here = order.indexOf(doc);
    const there = { ArrowUp: here - 1, ArrowDown: here + 1, Home: 0, End: order.length - 1 }[event.key];
    if (there === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target !== event.currentTarget && !event.altKey) return; // plain arrows belong to the card, not its buttons
    event.preventDefault();
    event.stopPropagation();
    if (event.altKey) this.move(doc, there);
    else this.nodes.get(order[Math.max(0, Math.min(order.length - 1, there))]).card.focus();
  }

  onDragOver(event) {
    event.stopPropagation(); // else Lab takes the card for a cell
    if (this.dragged === null) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
    this.showTarget(this.target(event.clientY));
  }

  // The place at which the dragged card would be put in.
  target(y) {
    const others = this.model.get("order").filter((doc) => doc !== this.dragged);
    const below = others.findIndex((doc) => {
      const box = this.nodes.get(doc).item.getBoundingClientRect();
      return y < box.top + box.height / 2;
    });
    return below < 0 ? others.length : below;
  }

  showTarget(place) {
    const others = this.model.get("order").filter((doc) => doc !== this.dragged);
    for (const { item } of this.nodes.values()) item.classList.remove("rtb-before", "rtb-after");
    if (place === null || !others.length) return;
    if (place < others.length) this.nodes.get(others[place]).item.classList.add("rtb-before");
    else this.nodes.get(others[place - 1]).item.classList.add("rtb-after");
  }

  onDrop(event) {
    event.stopPropagation();
    if (this.dragged === null) return;
    event.preventDefault();
    const [doc, place] = [this.dragged, this.target(event.clientY)];
    this.endDrag();
    this.move(doc, place);
  }

  endDrag() {
    this.showTarget(null);
    this.nodes.get(this.dragged)?.card.classList.remove("rtb-dragged");
    this.dragged = null;
  }

  // Stepping ------------------------------------------------------------------------------------------------------

  go(stage, step) {
    this.news = null;
    this.change({ stage, step });
  }

  next() {
    const { stage, step, steps, best } = this.read();
    if (stage === 3) return this.go(0, 0);
    if (stage && step < steps) return this.go(stage, step + 1);
    if (stage === 2 || (stage === 1 && !best.length)) return this.go(3, 0);
    this.go(stage + 1, 1);
  }

  back() {
    const { stage, step, own, best } = this.read();
    if (stage !== 3 && step > 1) return this.go(stage, step - 1);
    if (stage <= 1) return this.go(0, 0);
    if (stage === 3 && best.length) return this.go(2, best.length);
    this.go(1, own.length);
  }

  play() {
    if (this.timer) return this.pause();
    if (this.model.get("stage") === 3) this.go(1, 1);
    else this.next();
    this.goOn();
    this.soon();
  }

  // The next step, when there was time to read this one's sentence.
  goOn() {
    const state = this.read();
    const words = spelled(sentence(state)).split(/\s+/).length;
    const wait = (PLAY_MS.step + PLAY_MS.word * words) * PACES[state.speed];
    this.timer = setTimeout(() => {
      if (this.model.get("stage") === 3) return this.pause();
      this.next();
      this.goOn();
    }, wait);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.soon();
  }

  // Building ------------------------------------------------------------------------------------------------------

  build() {
    this.task = h("div", { class: "rtb-task" });
    this.query = h("div", { class: "rtb-query" });
    this.ks = h("div", { class: "rtb-choice", role: "group", "aria-label": "cut-off k" });
    this.gains = h("div", { class: "rtb-choice", role: "group", "aria-label": "gain" });
    this.tiles = h("div", { class: "rtb-tiles", role: "group", "aria-label": "measures" }); // no <dl>: Lab floats its parts
    this.bars = h("svg:svg", { role: "img" });
    this.barsBox = h("div", { class: "rtb-bars" }, this.bars);
    this.list = h("ol", { class: "rtb-list", on: {
      dragover: (event) => this.onDragOver(event),
      dragenter: (event) => this.onDragOver(event),
      dragleave: (event) => event.stopPropagation(),
      drop: (event) => this.onDrop(event),
    } });
    this.ideal = h("ol", { class: "rtb-list", "aria-label": "The ideal page" });
    this.formula = h("div", { class: "rtb-formula" });
    this.formulaRooms = [h("div"), h("div"), h("div")];
    this.sentence = h("p", { class: "rtb-sentence", role: "status", "aria-live": "polite" });
    this.sentenceRoom = h("p");
    this.said = h("span");
    this.status = h("span", { class: "rtb-status" });
    this.statusRoom = h("span");
    fill(this.task, [this.said, roomy(this.status, this.statusRoom)]);
    this.speeds = h("select", { ...OURS, class: "rtb-speed", "aria-label": "speed of Play", on: {
      change: () => this.change({ speed: this.speeds.value }),
    } }, ...Object.keys(PACES).map((pace) => h("option", { value: pace }, pace === "normal" ? "normal speed" : pace)));
    this.tabs = [1, 2, 3].map((stage) =>
      button(`${stage} ${STAGES[stage]}`, { class: "rtb-tab" }, () => (this.pause(), this.go(stage, stage === 3 ? 0 : 1))),
    );
    this.backButton = button("‹ Back", {}, () => (this.pause(), this.back()));
    this.nextLabel = h("span");
    this.nextButton = button(roomy(this.nextLabel, ...NEXT), { class: "rt-main rtb-next" }, () => (this.pause(), this.next()));
    this.playLabel = h("span");
    this.playButton = button(roomy(this.playLabel, ...PLAY), { class: "rtb-play" }, () => this.play());
    this.undoButton = button("↶ Undo", {}, () => this.undo());
    this.resetButton = button("Reset", {}, () => this.reset());
    this.count = h("span", { class: "rtb-soft" });
    this.pageTitle = h("div");
    this.titleRoom = h("div");
    this.root = h("section", { class: "ratools rtb", "aria-label": "Ranking board" },
      this.task,
      h("div", { class: "rtb-top" }, this.query, h("div", { class: "rtb-controls" },
        h("div", { class: "rtb-control" }, h("span", { "aria-hidden": "true" }, "k"), this.ks),
        h("div", { class: "rtb-control" }, h("span", { "aria-hidden": "true" }, "gain"), this.gains))),
      h("div", { class: "rtb-columns" },
        h("div", { class: "rtb-left" }, h("div", { class: "rtb-heading" }, roomy(this.pageTitle, this.titleRoom, TITLES[1])),
          h("div", { class: "rtb-roomy" }, this.list, this.ideal),
          h("div", { class: "rtb-under" }, this.undoButton, this.resetButton, this.count),
          h("p", { class: "rtb-help" }, "Drag a card or press ▲ ▼. On the keyboard: ", h("kbd", {}, "↑"), " ", h("kbd", {}, "↓"),
            " choose a card, ", h("kbd", {}, "Alt"), " + ", h("kbd", {}, "↑"), " ", h("kbd", {}, "↓"), " move it.")),
        h("div", { class: "rtb-right" }, this.tiles,
          h("div", { class: "rtb-heading" }, h("span", {}, "DCG, rank by rank"),
            h("span", { class: "rtb-key rtb-own" }, "this page"), h("span", { class: "rtb-key rtb-best" }, "ideal page")),
          this.barsBox)),
      h("div", { class: "rtb-walk" },
        h("div", { class: "rtb-steps" },
          h("div", { class: "rtb-tabs", role: "group", "aria-label": "stages" },
            this.tabs[0], h("span", { "aria-hidden": "true" }, "→"), this.tabs[1], h("span", { "aria-hidden": "true" }, "→"), this.tabs[2]),
          h("div", { class: "rtb-buttons" }, this.backButton, this.nextButton, this.playButton, this.speeds)),
        roomy(this.formula, ...this.formulaRooms), roomy(this.sentence, this.sentenceRoom)));
    // Lab's own drag of cells must not see ours.
    for (const event of ["dragstart", "dragend", "drag"]) this.root.addEventListener(event, (e) => e.stopPropagation());
  }

  buildCard(doc, card) {
    const parts = Object.fromEntries(Object.entries(cardParts(card)).map(([name, part]) => [name, made(part)]));
    const up = button("▲", { class: "rtb-arrow" }, () => this.move(doc, this.model.get("order").indexOf(doc) - 1));
    const down = button("▼", { class: "rtb-arrow" }, () => this.move(doc, this.model.get("order").indexOf(doc) + 1));
    const node = h("div", { ...OURS, class: "rtb-card", role: "group", draggable: "true",
      "aria-roledescription": "card", "aria-keyshortcuts": "Alt+ArrowUp Alt+ArrowDown", on: {
        keydown: (event) => this.onKey(event, doc),
        focusin: () => this.reach(doc),
        dragstart: (event) => {
          event.stopPropagation();
          this.dragged = doc;
          event.dataTransfer.effectAllowed = "move";
          event.dataTransfer.setData("application/x-ratools-card", ""); // no text: a cell would take it
          node.classList.add("rtb-dragged");
        },
        dragend: (event) => (event.stopPropagation(), this.endDrag()),
      } },
      parts.rank, parts.badge, parts.name, h("div", { class: "rtb-arrows" }, up, down), parts.term, parts.adds);
    const cut = h("div", { class: "rtb-cut", "aria-hidden": "true" });
    const item = h("li", {}, node, cut);
    up.setAttribute("aria-label", `Move up: ${card.title}`);
    down.setAttribute("aria-label", `Move down: ${card.title}`);
    return { item, card: node, up, down, cut, ...parts };
  }

  // One card of the list, with its buttons, can be reached with Tab; the arrows lead on from there.
  reach(doc) {
    this.focused = doc;
    for (const [other, { card, up, down }] of this.nodes)
      for (const node of [card, up, down]) set(node, "tabindex", other === doc ? 0 : -1);
  }

  // Drawing -------------------------------------------------------------------------------------------------------

  draw() {
    const state = (this.state = this.read());
    this.root.classList.toggle("rtb-plain", !state.ndcg);
    this.drawList(state);
    this.drawTask(state);
    this.drawControls(state);
    this.drawIdeal(state);
    this.drawTiles(state);
    this.drawBars();
    this.drawWalk(state);
  }

  drawTask(state) {
    this.task.hidden === !state.challenge || (this.task.hidden = !state.challenge);
    if (!state.challenge) return;
    const { goal, moves: allowed, above } = state.challenge;
    const value = challengeValue(state, state.order, state.challenge);
    const other = above ? challengeValue(state, state.order, above) : 0;
    const reached = value - other >= goal - 1e-12;
    const tooMany = allowed !== null && state.moves > allowed;
    const solved = reached && !tooMany;
    const again = "Undo or reset, and try again.";
    const within = allowed === null ? "" : ` in at most ${count(allowed, "move")}`;
    const named = taskNames(state);
    const asked = above ? `Find a page on which ${named.one} is higher than ${named.other}, by at least ${goal}` : `Reach ${named.plain} ≥ ${goal}`;
    const said = (value, other) => `${named.one} is ${three(value)}${above ? `, ${named.other} ${three(other)}` : ""}.`;
    let status = `${count(state.moves, "move")} so far; ${said(value, other)}`;
    if (solved) status = `✓ Solved in ${count(state.moves, "move")}: ${said(value, other)}`;
    else if (reached) status = `Reached, but in ${count(state.moves, "move")}. ${again}`;
    else if (allowed !== null && state.moves >= allowed) status = `${count(state.moves, "move")} used; ${said(value, other)} ${again}`;
    this.task.classList.toggle("rtb-solved", solved);
    fill(this.said, [["b", {}, "Task. "], `${asked}${within}.`]);
    put(this.status, capital(status));
    put(this.statusRoom, `Seven moves used; ${said(0, 0)} ${allowed === null ? "" : again}`);
    this.solved = solved;
  }

  drawControls(state) {
    fill(this.query, state.query ? [["bdi", {}, `“${state.query}”`]] : []);
    const ks = [...new Set([...state.cut_offs, state.k])].sort((a, b) => a - b);
    this.choices(this.ks, ks, state.k, (k) => ({ k }), (k) => [String(k)], (k) => `cut-off ${k}`);
    const shown = { linear: ["grade"], exp: ["2", ["sup", {}, "grade"], " − 1"] };
    const spoken = { linear: "linear gain: the grade", exp: "exponential gain: 2 to the power of the grade, minus 1" };
    this.choices(this.gains, ["linear", "exp"], state.gain, (gain) => ({ gain }), (g) => shown[g], (g) => spoken[g]);
    off(this.undoButton, !state.history.length);
    off(this.resetButton, !state.moves && !state.history.length && String(state.order) === String(state.start));
    put(this.count, count(state.moves, "move"));
  }

  // A row of buttons of which one is pressed; kept as long as the choices are, so that focus stays.
  choices(box, values, chosen, changes, shown, spoken) {
    if (box.dataset.values !== JSON.stringify(values)) {
      box.dataset.values = JSON.stringify(values);
      const pick = (value) => () => ((this.news = null), this.change(changes(value)));
      box.replaceChildren(...values.map((value) => {
        const node = button("", { "data-choice": value }, pick(value));
        node.append(h("span", { "aria-hidden": "true" }, ...shown(value)), h("span", { class: "rt-unseen" }, spoken(value)));
        return node;
      }));
    }
    values.forEach((value, i) => set(box.children[i], "aria-pressed", String(value === chosen)));
  }

  drawList(state) {
    for (const doc of state.order) if (!this.nodes.has(doc)) this.nodes.set(doc, this.buildCard(doc, state.cards[doc]));
    for (const [doc, node] of this.nodes) if (!state.order.includes(doc)) node.item.remove(), this.nodes.delete(doc);
    this.arrange(state.order);
    this.reach(this.nodes.has(this.focused) ? this.focused : state.order[0]);
    state.order.forEach((doc, i) => this.drawCard(state, doc, i));
    this.list.classList.toggle("rtb-away", state.stage === 2);
    set(this.list, "aria-label", state.query ? `Results for ${state.query}` : "Results");
    const own = `${TITLES[0]}${state.note ? `: ${state.note}` : ""}`;
    put(this.pageTitle, state.stage === 2 ? TITLES[1] : own);
    put(this.titleRoom, own);
  }

  // Put the cards in order, moving as few as possible. The card that holds the focus is never among them, since to focus
  // it again would make the browser lay out the page twice. In the view that made the move each card glides to its
  // place: the old places are read before anything changes, the new ones just before the browser paints.
  arrange(order) {
    const wanted = order.map((doc) => this.nodes.get(doc).item);
    if (wanted.every((item, i) => this.list.children[i] === item)) return;
    const active = this.root.getRootNode().activeElement ?? null;
    const held = wanted.findIndex((item) => active && item.contains(active));
    const kept = staying([...this.list.children].map((item) => wanted.indexOf(item)), held);
    wanted.reduceRight((next, item, i) => {
      if (!kept.has(i)) this.list.insertBefore(item, next);
      return item;
    }, null);
    const before = this.tops;
    this.tops = null;
    if (before) requestAnimationFrame(() => this.glide(before, this.places()));
  }

  places() {
    return new Map([...this.list.children].map((item) => [item, item.getBoundingClientRect().top]));
  }

  glide(before, after) {
    for (const [item, top] of after) {
      const way = before.get(item) - top;
      if (way) item.animate([{ transform: `translateY(${way}px)` }, {}], GLIDE);
    }
  }

  drawCard(state, doc, i) {
    const node = this.nodes.get(doc);
    const card = state.cards[doc];
    const counted = i < state.own.length;
    const known = counted && (state.stage !== 1 || i < state.step);
    put(node.rank, i + 1);
    set(node.card, "aria-label", `Rank ${i + 1}: ${card.title}, ${spokenGrade(card)}`);
    node.card.classList.toggle("rtb-current", state.stage === 1 && i === state.step - 1);
    node.card.classList.toggle("rtb-uncounted", !counted);
    put(node.term, counted ? `${figure(card.gains[state.gain])} ÷ ${two(state.discounts[i])}` : "");
    put(node.adds, counted ? two(state.own[i]) : "");
    node.card.classList.toggle("rtb-unknown", counted && !known);
    off(node.up, i === 0);
    off(node.down, i === state.order.length - 1);
    const cut = i === state.k - 1 && state.k < state.order.length;
    set(node.cut, "hidden", cut ? null : "");
    put(node.cut, cut ? `k = ${state.k}: ${state.ndcg ? "nDCG, P" : "P"} and R stop reading here` : "");
  }

  // Always in the page, so that it has its room, and drawn again only if it changed; what is not reached yet is unseen.
  drawIdeal(state) {
    const step = state.stage === 2 ? state.step : 0;
    this.ideal.classList.toggle("rtb-away", state.stage !== 2);
    const drawn = JSON.stringify([state.k, state.gain, step]);
    if (this.ideal.dataset.drawn === drawn) return;
    this.ideal.dataset.drawn = drawn;
    fill(this.ideal, state.best.map((adds, i) => {
      const card = state.cards[state.ideal[i]];
      const term = `${figure(card.gains[state.gain])} ÷ ${two(state.discounts[i])}`;
      const absent = card.here ? [] : [["span", { class: "rtb-missing" }, "not on this page"]];
      const { rank, badge, name, ...numbers } = cardParts(card, String(i + 1), term, two(adds), absent);
      const look = i >= step ? " rtb-empty" : `${card.here ? "" : " rtb-absent"}${i === step - 1 ? " rtb-current" : ""}`;
      return ["li", {}, ["div", { class: `rtb-card rtb-fixed${look}` }, rank, badge, name, numbers.term, numbers.adds]];
    }));
  }

  // Each tile says where its number comes from, and after a move what the move did to it.
  drawTiles(state) {
    const before = state.history.length ? measures(state, state.history[state.history.length - 1]) : null;
    const { now, k, relevant } = state;
    const { found } = now;
    const origin = {
      nDCG: `${two(now.DCG)} ÷ ${two(now.IDCG)}`,
      DCG: "this page",
      IDCG: "ideal page",
      P: `${found} of ${k} ranks`,
      R: `${found} of ${relevant} relevant`,
      RR: now.RR ? `1 ÷ rank ${Math.round(1 / now.RR)}` : "no hit",
      AP: `mean over ${relevant} relevant`,
    };
    const main = headline(state);
    const shown = Object.keys(origin).filter((name) => name !== main && (state.ndcg || !name.endsWith("DCG")));
    fill(this.tiles, [main, ...shown].map((name) => {
      const called = tileName(name, k);
      const value = now[name];
      const change = before && name !== "IDCG" ? changed(value - before[name]) : null;
      const figures = name === "DCG" || name === "IDCG" ? two(value) : three(value);
      return ["div", { class: `rtb-tile${name === main ? " rtb-first" : ""}` },
        ["div", { class: "rtb-measure" }, called],
        ["div", { class: "rtb-value", "data-measure": called, "data-value": value }, figures],
        ["div", { class: "rtb-origin" }, origin[name]],
        ["div", { class: "rtb-change" }, change ?? ""]];
    }));
  }

  // Two bars a rank, read downwards like the page: solid for this page, a dashed outline for the ideal one.
  drawBars() {
    const state = this.state;
    const width = this.width;
    const [row, bar, left, right] = [36, 13, 26, 52];
    const ranks = Math.max(state.own.length, state.best.length);
    const most = Math.max(...state.own, ...state.best, 0) || 1;
    const length = (value) => (Math.max(0, width - left - right) * value) / most;
    const parts = [["svg:line", { class: "rtb-axis", x1: left, x2: left, y1: 0, y2: ranks * row }]];
    for (let i = 0; i < ranks; i++) {
      const current = (state.stage === 1 || state.stage === 2) && i === state.step - 1;
      parts.push(["svg:rect", { class: "rtb-now", x: 0, y: i * row, width, height: current ? row : 0, rx: 4 }]);
      parts.push(svgText("rtb-tick", left - 9, i * row + row / 2 + 4, i + 1, "end"));
      const pairs = [["own", state.own, 1, 3], ["best", state.best, 2, 19]];
      for (const [kind, values, stage, y] of pairs) {
        if (i >= values.length) continue;
        const waits = state.stage === stage && i >= state.step;
        const long = length(values[i]);
        const box = { x: left, y: i * row + y, width: Math.max(0, long), height: bar };
        parts.push(["svg:rect", { class: `rtb-${kind}-bar${waits ? " rtb-waits" : ""}`, ...box }]);
        parts.push(svgText(`rtb-${kind}-value`, left + long + 5, i * row + y + 11, waits ? "" : two(values[i])));
      }
    }
    const said = (values, i) => (i < values.length ? two(values[i]) : "nothing");
    const lines = Array.from({ length: ranks }, (_, i) => `rank ${i + 1}: this page ${said(state.own, i)}, ideal page ${said(state.best, i)}`);
    set(this.bars, "aria-label", `What each rank adds to DCG. ${lines.join("; ")}.`);
    set(this.bars, "viewBox", `0 0 ${width} ${ranks * row}`);
    set(this.bars, "height", ranks * row);
    fill(this.bars, parts);
  }

  drawWalk(state) {
    this.tabs.forEach((tab, i) => set(tab, "aria-current", state.stage === i + 1 && "step"));
    const last = state.step >= state.steps;
    const onward = [0, last ? 2 : 1, last ? 3 : 1, 4];
    put(this.nextLabel, NEXT[onward[state.stage]]);
    off(this.backButton, state.stage === 0);
    put(this.playLabel, PLAY[this.timer ? 1 : 0]);
    if (this.speeds.value !== state.speed) this.speeds.value = state.speed;
    fill(this.formula, formula(state).filter((part) => part !== ""));
    if (state.ndcg) this.makeRoom(state);
    const news = this.current(state);
    const said = news ? [...news, this.solved ? " Task solved." : ""] : state.ndcg ? sentence(state) : ["Move a card, and the numbers follow."];
    if (this.sentence.textContent !== spelled(said)) this.sentence.replaceChildren(...said.map(made)); // else it would be read out again
  }

  // Room for the longest formula and the longest sentence of this page, whichever step is shown.
  makeRoom(state) {
    const drawn = JSON.stringify([state.order, state.k, state.gain]);
    if (this.roomOf === drawn) return;
    this.roomOf = drawn;
    const at = (stage, step) => ({ ...state, stage, step });
    const [own, best] = [state.own.length, state.best.length];
    fill(this.formulaRooms[0], [...formula(at(1, own)), " so far"].filter(Boolean));
    fill(this.formulaRooms[1], [...formula(at(2, best)), " so far"].filter(Boolean));
    fill(this.formulaRooms[2], formula(at(0, 0)).filter(Boolean));
    if (longest.cards !== state.cards || longest.drawn !== drawn) {
      const steps = (stage, n) => Array.from({ length: n + 1 }, (_, step) => spelled(sentence(at(stage, step))));
      const all = [spelled(sentence(at(0, 0))), ...steps(1, own), ...steps(2, best), spelled(sentence(at(3, 0)))];
      longest = { cards: state.cards, drawn, text: all.reduce((one, other) => (other.length > one.length ? other : one)) };
    }
    put(this.sentenceRoom, `${longest.text} — — —`);
  }
}

// Places in their present order: those that can stay while the others are moved around them, as many as possible, and
// the held one in any case.
function staying(places, held) {
  const at = places.indexOf(held);
  const free = places.filter((place, i) => at < 0 || i === at || i < at === place < held);
  const longest = (rows) => rows.reduce((one, other) => (other.length > one.length ? other : one), []);
  const rising = []; // for each place, the longest rising row that ends with it
  for (const place of free) rising.push([...longest(rising.filter((row) => row[row.length - 1] < place)), place]);
  return new Set(longest(rising));
}

function svgText(name, x, y, text, anchor = "start") {
  return ["svg:text", { class: name, x, y, "text-anchor": anchor }, String(text)];
}

function cardParts(card, rank = "", term = "", adds = "", more = []) {
  const title = ["div", { class: "rtb-title", dir: "auto", title: card.title.length > 80 && card.title }, card.title];
  return {
    rank: ["div", { class: "rtb-rank" }, rank],
    badge: ["div", { class: `rtb-badge rtb-level-${card.level}`, title: spokenGrade(card) }, card.grade],
    name: ["div", { class: "rtb-name" }, title, ["div", { class: "rtb-word" }, card.word, ...more]],
    term: ["div", { class: "rtb-term" }, term],
    adds: ["div", { class: "rtb-adds" }, adds],
  };
}

function spokenGrade(card) {
  if (!card.judged) return "not judged";
  return card.word.startsWith("grade") ? card.word : `${card.word}, grade ${card.grade}`;
}

// The sum with its numbers filled in as far as the steps have come.
function formula(state) {
  const { stage, k, step, own, best, now } = state;
  const main = headline(state);
  if (!stage && main !== "nDCG") return [bold(tileName(main, k)), ` = ${WORKED[main](state)}`, bold(three(now[main]))];
  if (stage === 3) {
    return [bold(`nDCG@${k}`), ` = DCG@${k} ÷ IDCG@${k} = `, mark(two(now.DCG)), " ÷ ", mark(two(now.IDCG)), " = ", bold(three(now.nDCG))];
  }
  const [name, documents, values] = stage === 2 ? ["IDCG", state.ideal, best] : ["DCG", state.order, own];
  const shown = stage ? step : values.length;
  const parts = [bold(`${name}@${k}`), " = "];
  values.forEach((_, i) => {
    const gain = i < shown ? figure(state.cards[documents[i]].gains[state.gain]) : "?";
    const term = `${gain} ÷ ${two(state.discounts[i])}`;
    const now = stage && i === shown - 1;
    parts.push(i ? " + " : "", ["span", { class: now ? "rtb-mark" : i < shown ? "" : "rtb-soft" }, term]);
  });
  if (!values.length) parts.push("0");
  parts.push(" = ", bold(two(sum(values.slice(0, shown)))), shown < values.length ? " so far" : "");
  return parts;
}

// Of a board whose task is about another measure than nDCG: how that one comes about, up to its value.
const WORKED = {
  P: ({ now, k }) => `${now.found} relevant ÷ ${k} ranks = `,
  R: ({ now, relevant }) => `${now.found} found ÷ ${relevant} relevant = `,
  RR: ({ now }) => (now.hits.length ? `1 ÷ rank of the first relevant document = 1 ÷ ${now.hits[0]} = ` : ""),
  AP({ now, relevant }) {
    const shown = now.hits.slice(0, 8).map((rank, i) => `${i + 1} ÷ ${rank}`);
    return `(${[...shown, ...(now.hits.length > 8 ? ["…"] : [])].join(" + ") || "0"}) ÷ ${relevant} relevant = `;
  },
};

const mark = (text) => ["span", { class: "rtb-mark" }, text];
const bold = (text) => ["b", {}, text];

// One sentence on what is seen ------------------------------------------------------------------------------------

function sentence(state) {
  if (!state.now.IDCG) return ["No judged document is relevant. There is nothing to gain, and nDCG is 0 by convention."];
  return [overview, ownTerm, idealTerm, ratio][state.stage](state);
}

function overview(state) {
  const { best, now, k } = state;
  if (headline(state) !== "nDCG") return OVERVIEWS[headline(state)](state);
  if (now.nDCG > 1 - 1e-12) return [`No order is better: down to rank ${k} this page collects all of the ${two(now.IDCG)} there is.`];
  const parts = [`This page collects ${two(now.DCG)} of the ${two(now.IDCG)} that the ideal page would: ${percent(now.nDCG)}. `];
  parts.push(...loss(state));
  const absent = state.ideal.slice(0, best.length).filter((doc) => !state.cards[doc].here && state.cards[doc].relevant).length;
  if (absent) parts.push(` The ideal page holds ${count(absent, "relevant document")} that this page lacks.`);
  return parts;
}

const OVERVIEWS = {
  P: ({ now, k }) => [`Down to rank ${k} this page shows ${count(now.found, "relevant document")}.`],
  R: ({ now, k, relevant }) => [`Down to rank ${k} this page shows ${COUNTS[now.found] ?? now.found} of the ${count(relevant, "relevant document")}.`],
  RR({ now, order, cards }) {
    const [first] = now.hits;
    if (!first) return ["No relevant document was found, so RR is 0."];
    if (first > order.length) return [`The first relevant document stands at rank ${first}, below this page.`];
    const said = first === 1 ? ", where it cannot be higher." : ". What stands below it does not count.";
    return ["The first relevant document is ", titled(cards[order[first - 1]]), `, at rank ${first}${said}`];
  },
  AP({ now, relevant }) {
    const missing = relevant - now.hits.length;
    const parts = ["AP is the mean of the precision at the rank of each relevant document."];
    if (missing) parts.push(` ${capital(count(missing, "relevant document"))} not found ${missing === 1 ? "counts" : "count"} 0 in it.`);
    return parts;
  },
};

// The document by which most is lost, as `explain` finds it: what it would count at its ideal rank, and what it counts.
// Among equals the ideal keeps the order of the page, so that none seems misplaced which is not.
function loss(state) {
  const { order, k, gain, discounts } = state;
  const rank = (doc) => (order.includes(doc) ? order.indexOf(doc) : Infinity);
  const ideal = [...state.ideal].sort((a, b) => state.cards[b].gains[gain] - state.cards[a].gains[gain] || rank(a) - rank(b) || 0);
  const losses = ideal.slice(0, k).map((doc, i) => {
    const full = state.cards[doc].gains[gain];
    const now = rank(doc) < k ? full / discounts[rank(doc)] : 0;
    return { doc, full, now, best: i + 1, then: full / discounts[i] };
  });
  const most = losses.reduce((one, other) => (other.then - other.now > one.then - one.now + 1e-12 ? other : one));
  const card = state.cards[most.doc];
  const there = `at rank ${most.best} it would count ${two(most.then)}`;
  const where = card.here ? `among the first ${k}` : "on this page";
  if (rank(most.doc) >= k) return ["Most is lost by ", titled(card), ` (grade ${card.grade}), which is not ${where}: ${there}.`];
  return ["Most is lost by ", titled(card), `: it stands at rank ${rank(most.doc) + 1}, where its ${figure(most.full)} counts ${two(most.now)}; ${there}, ${two(most.then - most.now)} more.`];
}

const worth = (discount) => (discount === 1 ? "counts in full" : discount === 2 ? "is worth half" : `is worth ${percent(1 / discount)}`);

function described(state, card) {
  if (!card.best) {
    if (card.word.startsWith("grade")) return `a document of ${card.word}`;
    return `${/^[aeiou]/.test(card.word) ? "an" : "a"} ${card.word} document`;
  }
  const equals = state.cards.filter((other) => other.best).length;
  return equals > 1 ? "one of the best documents" : "the best document";
}

function ownTerm(state) {
  const { step, own, discounts, order, gain } = state;
  if (!step) return ["The sum begins at rank 1. Each rank adds its document's gain, divided by the rank's discount."];
  const card = state.cards[order[step - 1]];
  const [rank, adds, full] = [step, own[step - 1], card.gains[gain]];
  const wide = worth(discounts[rank - 1]);
  if (!card.judged) return [`Nobody judged the document at rank ${rank}. It adds nothing, because nothing better is known.`];
  if (!full) return [`Rank ${rank} ${wide}, and holds a document that is not relevant: it adds nothing wherever it stands, but it takes a place.`];
  const what = `Rank ${rank} holds ${described(state, card)}, and rank ${rank} ${wide}. `;
  if (rank === 1) return [what, `It adds all of its ${figure(full)}.`];
  return [what, `At rank 1 it would add ${two(full)} instead of ${two(adds)}.`];
}

function idealTerm(state) {
  const { step, best, discounts, ideal, gain } = state;
  if (!step) return ["The ideal page takes every judged document, best grade first, whether it was retrieved or not."];
  const card = state.cards[ideal[step - 1]];
  if (!card.relevant) return [`Rank ${step} of the ideal page: only documents that are not relevant are left. They add nothing.`];
  const parts = [`Rank ${step} of the ideal page goes to `, titled(card), `: ${figure(card.gains[gain])} ÷ ${two(discounts[step - 1])} adds ${two(best[step - 1])}.`];
  if (!card.here) parts.push(" It is not on this page. A relevant document that was never found still counts in the ideal.");
  return parts;
}

function ratio(state) {
  const { now, k } = state;
  if (now.nDCG > 1 - 1e-12) return [`This page delivers all that the ideal page would. nDCG@${k} cannot be more than 1.`];
  return [`This page delivers ${percent(now.nDCG)} of what the ideal page would. At 1, nobody could order it better.`];
}

export default {
  render({ model, el }) {
    const view = new View(model, el);
    return () => view.close();
  },
};
