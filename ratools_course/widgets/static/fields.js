// What quiz.js and predict.js share; Python puts this file in front of each. `readNumber` is the twin of
// ratools_course/quizzes/typed_numbers.py. All text from data goes in as text, and nothing has an id, so that several
// questions, and several views of one, can share a page.

const ALMOST = 1e-9;
const LONGEST_NUMBER = 40;

// Numbers that are typed ------------------------------------------------------------------------------------------

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const fill = (phrase, values) => phrase.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const tidy = (text) => text.replace(/[ \t\r\n\u00a0\u2009\u202f]+/g, " ").replace(/^ | $/g, "");
const isAround = (number, target) =>
  (target.low <= number && number <= target.high) || Math.abs(number - target.cut) <= ALMOST;

function shortened(text) {
  const letters = Array.from(tidy(text));
  return letters.length <= LONGEST_NUMBER ? letters.join("") : `${letters.slice(0, LONGEST_NUMBER).join("")}…`;
}

const PARTS = { "½": [1, 2], "⅓": [1, 3], "⅔": [2, 3], "¼": [1, 4], "¾": [3, 4], "⅕": [1, 5], "⅖": [2, 5], "⅗": [3, 5],
  "⅘": [4, 5], "⅙": [1, 6], "⅚": [5, 6], "⅛": [1, 8], "⅜": [3, 8], "⅝": [5, 8], "⅞": [7, 8] };
const DECIMAL = "([0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)";
const NUMBER = new RegExp(`^([+-]?) ?${DECIMAL}(?:[eE]([+-]?[0-9]{1,2}))? ?(%?)$`);
const FRACTION = new RegExp(`^([+-]?) ?${DECIMAL} ?/ ?${DECIMAL}$`);
const PART = new RegExp(`^([+-]?) ?([0-9]*) ?([${Object.keys(PARTS).join("")}])$`);
const float = (digits) => Number(digits.replace(",", "."));

// The number that was typed and its decimals; null if it cannot be read.
export function readNumber(typed) {
  const text = tidy(typed).replaceAll("\u2212", "-").replaceAll("\u2044", "/");
  if (Array.from(text).length > LONGEST_NUMBER) return null;
  const signed = (sign, value, decimals) => ({ value: sign === "-" ? -value : value, decimals });
  let found = NUMBER.exec(text);
  if (found) {
    const [, sign, digits, power, percent] = found;
    const decimals = (digits.split(/[.,]/)[1] ?? "").length - Number(power ?? 0) + (percent ? 2 : 0);
    return signed(sign, float(`${digits}e${power ?? 0}`) / (percent ? 100 : 1), Math.max(0, decimals));
  }
  found = FRACTION.exec(text);
  if (found && float(found[3]) !== 0) return signed(found[1], float(found[2]) / float(found[3]), 15);
  found = PART.exec(text);
  if (!found) return null;
  const [above, below] = PARTS[found[3]];
  return signed(found[1], Number(found[2]) + above / below, 15);
}

// What to say to a field that holds no number.
function unread(question, typed, phrases) {
  return fill(phrases[tidy(typed) ? "unreadable" : "empty"], { answer: shortened(typed), example: question.example });
}

// Elements --------------------------------------------------------------------------------------------------------

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

// Text with `code` as code.
function words(text) {
  return text.split("`").map((piece, i) => (i % 2 ? h("code", {}, piece) : piece));
}

const unseen = (text) => h("span", { class: "rt-unseen" }, text);

// Lab reads a focused element's keys as its own shortcuts (d, d deletes the cell) unless something around it says no.
const OURS = { "data-lm-suppress-shortcuts": "true",
  keydown: (event) => event.ctrlKey || event.metaKey || event.stopPropagation() };

// The field of one question ---------------------------------------------------------------------------------------

// Options to choose, a number to type or things to put in order: what is entered, in the form that Python knows.
class Field {
  constructor(question, hint) {
    [this.question, this.locked, this.order] = [question, false, [...question.shown]];
    this.name = `rtq-${Math.random().toString(36).slice(2)}`; // radio buttons of one group, on this page
    this.node = h("div", { class: `rtq-fields rtq-${question.kind}` });
    const { kind, shown, options } = question;
    if (kind === "numeric") {
      this.input = h("input", { type: "text", inputmode: "text", autocomplete: "off", spellcheck: "false",
        maxlength: "200", "aria-label": "Your number" });
      this.node.append(this.input, h("span", { class: "rtq-hint" }, hint));
    } else if (kind === "grades") {
      this.inputs = options.map(() => h("input", { type: "text", inputmode: "decimal", autocomplete: "off",
        spellcheck: "false", maxlength: "200" }));
      this.node.append(...options.map((option, i) => h("label", { class: "rtq-grade" }, this.inputs[i],
        h("span", { class: "rtq-label", dir: "auto" }, words(option.label)))), h("span", { class: "rtq-hint" }, hint));
    } else if (kind === "ordering") {
      this.list = h("ol", {});
      this.said = h("span", { class: "rt-unseen", "aria-live": "polite" });
      this.node.append(this.list, this.said);
      this.items = options.map((option) => this.item(option));
      this.placeItems();
    } else {
      const type = kind === "single" ? "radio" : "checkbox";
      this.boxes = new Map(shown.map((key) => [key, h("input", { type, name: this.name, value: String(key) })]));
      this.marks = new Map(shown.map((key) => [key, h("span", { class: "rtq-mark" })]));
      this.node.append(...shown.map((key) => h("label", { class: "rtq-option" }, this.boxes.get(key),
        h("span", { class: "rtq-label", dir: "auto" }, words(options[key].label)), this.marks.get(key))));
    }
  }

  item(option) {
    const arrow = (sign, word, step) => h("button", { type: "button", class: "rtq-arrow",
      "aria-label": `Move “${option.label}” ${word}`, click: () => this.move(option.key, step) }, sign);
    const [up, down] = [arrow("▲", "up", -1), arrow("▼", "down", 1)];
    const place = h("span", { class: "rtq-place", "aria-hidden": "true" });
    const node = h("li", {}, place, h("span", { class: "rtq-label", dir: "auto" }, words(option.label)),
      h("span", { class: "rtq-arrows" }, up, down));
    return { node, place, up, down };
  }

  move(key, step) {
    const from = this.order.indexOf(key);
    const to = from + step;
    if (this.locked || to < 0 || to >= this.order.length) return;
    [this.order[from], this.order[to]] = [this.order[to], this.order[from]];
    this.placeItems();
    this.items[key][step < 0 ? "up" : "down"].focus();
    this.said.textContent = `“${this.question.options[key].label}” is now at place ${to + 1} of ${this.order.length}.`;
  }

  placeItems() {
    const inside = this.list.contains(document.activeElement) ? document.activeElement : null;
    this.list.replaceChildren(...this.order.map((key) => this.items[key].node));
    inside?.focus();
    this.order.forEach((key, i) => {
      const { place, up, down } = this.items[key];
      place.textContent = `${i + 1}`;
      up.setAttribute("aria-disabled", String(this.locked || i === 0)); // not `disabled`: it would lose the focus
      down.setAttribute("aria-disabled", String(this.locked || i === this.order.length - 1));
    });
  }

  entered() {
    const { kind } = this.question;
    if (kind === "numeric") return this.input.value;
    if (kind === "grades") return this.inputs.map((input) => input.value);
    if (kind === "ordering") return [...this.order];
    const ticked = [...this.boxes].filter(([, box]) => box.checked).map(([key]) => key).sort((a, b) => a - b);
    return kind === "multiple" ? ticked : ticked[0] ?? null;
  }

  // Show an answer, or nothing, and let it be changed or not.
  show(answer, locked) {
    this.locked = locked;
    this.node.dataset.locked = String(locked);
    if (this.input) [this.input.value, this.input.readOnly] = [answer ?? "", locked];
    this.inputs?.forEach((input, i) => ([input.value, input.readOnly] = [answer?.[i] ?? "", locked]));
    if (this.list) {
      this.order = [...(answer ?? this.question.shown)];
      this.placeItems();
    }
    for (const [key, box] of this.boxes ?? [])
      [box.checked, box.disabled] = [[answer].flat().includes(key), locked];
  }

  // Put a sign, words and a class behind options, by their keys.
  mark(marks) {
    for (const [key, mark] of this.marks ?? []) {
      const [sign, said, kind] = marks.get(key) ?? ["", "", ""];
      mark.className = `rtq-mark ${kind}`;
      mark.replaceChildren(...(sign ? [h("span", { "aria-hidden": "true" }, sign)] : []), ...(said ? [said] : []));
    }
  }

  focus() {
    this.node.querySelector("input, button")?.focus();
  }
}

// The answer that is right, in the form in which it is entered.
function solution({ kind, options, exact }) {
  if (kind === "numeric") return exact;
  if (kind === "grades") return null;
  if (kind === "ordering") return options.map((option) => option.key);
  const right = options.filter((option) => option.right).map((option) => option.key);
  return kind === "multiple" ? right : right[0];
}
