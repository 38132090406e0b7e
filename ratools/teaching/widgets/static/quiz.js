// The quiz. Python sends the questions with everything computed, the right answers too: it is for self-study, and so it
// works on a page without a kernel. `grade` is the twin of ratools/teaching/quizzes/grading.py; a browser test compares the
// two on every question. All text from data goes in as text, and nothing has an id, so that several quizzes, and several
// views of one, can share a page.

const ALMOST = 1e-9;
const LONGEST_NUMBER = 40;
const SIGNS = { right: "✓", wrong: "✗", unclear: "?" };
const VERDICTS = { wrong: "Not yet.", unclear: "One moment." };

// Grading ---------------------------------------------------------------------------------------------------------

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const fill = (phrase, values) => phrase.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const tidy = (text) => text.replace(/[ \t\r\n\u00a0\u2009\u202f]+/g, " ").replace(/^ | $/g, "");
const isAround = (number, target) =>
  (target.low <= number && number <= target.high) || Math.abs(number - target.cut) <= ALMOST;

function shortened(text) {
  const letters = Array.from(tidy(text));
  return letters.length <= LONGEST_NUMBER ? letters.join("") : `${letters.slice(0, LONGEST_NUMBER).join("")}…`;
}

const DECIMAL = "([0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)";
const NUMBER = new RegExp(`^([+-]?) ?${DECIMAL} ?(%?)$`);
const FRACTION = new RegExp(`^([+-]?) ?${DECIMAL} ?/ ?${DECIMAL}$`);
const float = (digits) => Number(digits.replace(",", "."));

// The number that was typed and its decimals; null if it cannot be read.
export function readNumber(typed) {
  const text = tidy(typed).replaceAll("\u2212", "-");
  if (Array.from(text).length > LONGEST_NUMBER) return null;
  let found = NUMBER.exec(text);
  if (found) {
    const [, sign, digits, percent] = found;
    const decimals = (digits.split(/[.,]/)[1] ?? "").length + (percent ? 2 : 0);
    const value = percent ? float(digits) / 100 : float(digits);
    return { value: sign === "-" ? -value : value, decimals };
  }
  found = FRACTION.exec(text);
  if (!found || float(found[3]) === 0) return null;
  const value = float(found[2]) / float(found[3]);
  return { value: found[1] === "-" ? -value : value, decimals: 15 };
}

const result = (status, ...feedback) => ({ status, feedback: feedback.filter(Boolean) });

const GRADERS = {
  single(question, answer, phrases) {
    if (answer === null) return result("unclear", phrases.choose);
    const chosen = question.options[answer];
    return result(chosen.right ? "right" : "wrong", chosen.feedback);
  },

  multiple(question, answer, phrases) {
    if (!answer.length) return result("unclear", phrases.tick);
    const shown = question.shown.map((key) => question.options[key]);
    const about = (option) => `“${option.label.replace(/\.+$/, "")}”: ${option.feedback}`;
    const wrong = shown.filter((option) => answer.includes(option.key) && !option.right);
    const missing = shown.some((option) => option.right && !answer.includes(option.key));
    if (!wrong.length && !missing)
      return result("right", ...shown.filter((option) => option.right && option.feedback).map(about));
    return result("wrong", ...wrong.map(about), missing && phrases[wrong.length ? "also-missing" : "missing"]);
  },

  numeric(question, answer, phrases) {
    if (!tidy(answer)) return result("unclear", phrases.empty);
    const read = readNumber(answer);
    if (!read) return result("unclear", fill(phrases.unreadable, { answer: shortened(answer) }));
    const { value: number, decimals } = read;
    const off = Math.abs(number - question.value);
    if (isAround(number, question)) return result("right", off >= 1e-12 && fill(phrases.exact, question));
    const known = question.options.find((option) => isAround(number, option));
    if (known) return result("wrong", known.feedback);
    if (0 < question.value && question.value <= 1 && number > 1 && isAround(number / 100, question))
      return result("unclear", fill(phrases.percent, { answer: shortened(answer) }));
    if (1 <= decimals && decimals < question.digits && off <= 0.5 / 10 ** decimals + ALMOST)
      return result("unclear", fill(phrases.coarse, question));
    return result("wrong", question.otherwise);
  },

  ordering(question, answer, phrases) {
    const place = answer.findIndex((key, i) => key !== i);
    if (place < 0) return result("right");
    const item = question.options[answer[place]];
    return result("wrong", fill(phrases.place, { place: place + 1, item: item.label }), item.feedback);
  },
};

export function grade(question, answer, phrases) {
  return GRADERS[question.kind](question, answer, phrases);
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

// One question ----------------------------------------------------------------------------------------------------

class QuestionView {
  constructor(quiz, question, number) {
    [this.quiz, this.question, this.shownTries] = [quiz, question, null];
    this.name = `rtq-${Math.random().toString(36).slice(2)}`; // radio buttons of one group, on this page
    this.order = [...question.shown];
    this.feedback = h("div", { class: "rtq-feedback", "aria-live": "polite", tabindex: "-1" });
    this.check = h("button", { type: "submit", class: "rt-main" }, "Check");
    const count = quiz.questions.length > 1 ? h("span", { class: "rtq-number" }, `${number}.`, unseen(" ")) : null;
    const legend = h("legend", { dir: "auto" }, count, h("span", { class: "rtq-text" }, words(question.text)));
    this.fields = h("div", { class: `rtq-fields rtq-${question.kind}` });
    this.node = h("form", { class: "rtq-question", novalidate: true, submit: (event) => this.submit(event) },
      h("fieldset", {}, legend, this.fields, h("div", { class: "rtq-row" }, this.check)), this.feedback);
    this.build();
  }

  build() {
    const { kind, shown, options } = this.question;
    if (kind === "numeric") {
      this.input = h("input", { type: "text", inputmode: "decimal", autocomplete: "off", spellcheck: "false",
        maxlength: "200", "aria-label": "Your number" });
      this.fields.append(this.input, h("span", { class: "rtq-hint" }, "such as 0.25, 25 % or 1/4"));
    } else if (kind === "ordering") {
      this.list = h("ol", {});
      this.said = h("span", { class: "rt-unseen", "aria-live": "polite" });
      this.fields.append(this.list, this.said);
      this.items = options.map((option) => this.item(option));
      this.placeItems();
    } else {
      const type = kind === "single" ? "radio" : "checkbox";
      this.boxes = new Map(shown.map((key) => [key, h("input", { type, name: this.name, value: String(key) })]));
      this.marks = new Map(shown.map((key) => [key, h("span", { class: "rtq-mark" })]));
      this.fields.append(...shown.map((key) => h("label", { class: "rtq-option" }, this.boxes.get(key),
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
    if (this.solved || to < 0 || to >= this.order.length) return;
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
      up.setAttribute("aria-disabled", String(this.solved || i === 0)); // not `disabled`: it would lose the focus
      down.setAttribute("aria-disabled", String(this.solved || i === this.order.length - 1));
    });
  }

  // What is entered now, in the form that Python knows.
  entered() {
    const { kind } = this.question;
    if (kind === "numeric") return this.input.value;
    if (kind === "ordering") return [...this.order];
    const ticked = [...this.boxes].filter(([, box]) => box.checked).map(([key]) => key).sort((a, b) => a - b);
    return kind === "multiple" ? ticked : ticked[0] ?? null;
  }

  enter(answer) {
    if (this.input) this.input.value = answer ?? "";
    if (this.list) this.order = [...(answer ?? this.question.shown)];
    for (const [key, box] of this.boxes ?? []) box.checked = [answer].flat().includes(key);
  }

  submit(event) {
    event.preventDefault();
    event.stopPropagation();
    if (this.solved) return;
    const answer = this.entered();
    const graded = grade(this.question, answer, this.quiz.phrases);
    const tries = this.quiz.tries(this.question);
    if (graded.status === "unclear" || same(tries.at(-1), answer)) this.tell(graded, tries.length);
    else this.quiz.answer(this.question, [...tries, answer]);
    if (this.solved) this.feedback.focus({ preventScroll: true }); // the button is gone; go on from here
  }

  // Show what the model holds: answers given here, in another view, or restored by Python.
  update() {
    const tries = this.quiz.tries(this.question);
    if (same(tries, this.shownTries)) return;
    const last = tries.at(-1);
    const graded = tries.length ? grade(this.question, last, this.quiz.phrases) : null;
    this.shownTries = tries;
    this.solved = graded?.status === "right";
    this.enter(last);
    this.node.dataset.status = graded?.status ?? "open";
    this.check.hidden = this.solved;
    for (const box of this.boxes?.values() ?? []) box.disabled = this.solved;
    if (this.input) this.input.readOnly = this.solved;
    if (this.list) this.placeItems();
    this.mark(tries);
    this.tell(graded, tries.length);
  }

  // In a choice, keep sight of what was tried.
  mark(tries) {
    for (const [key, mark] of this.marks ?? []) {
      const { right } = this.question.options[key];
      const tried = this.question.kind === "single" ? tries.includes(key) : this.solved && right;
      mark.className = `rtq-mark ${tried ? (right ? "rtq-right" : "rtq-wrong") : ""}`;
      mark.replaceChildren(...(tried ? [h("span", { "aria-hidden": "true" }, SIGNS[right ? "right" : "wrong"]),
        unseen(right ? "right" : "tried, not right")] : []));
    }
  }

  tell(graded, tries) {
    if (!graded) return this.feedback.replaceChildren();
    const verdict = graded.status !== "right" ? VERDICTS[graded.status]
      : tries === 1 ? "Right, at the first try." : `Right, after ${tries} tries.`;
    const sign = h("span", { class: "rtq-sign", "aria-hidden": "true" }, SIGNS[graded.status]);
    const said = graded.feedback.map((text) => h("p", { dir: "auto" }, words(text)));
    if (graded.status === "right" && this.question.explanation)
      said.push(h("p", { class: "rtq-explanation", dir: "auto" }, words(this.question.explanation)));
    this.feedback.replaceChildren(h("div", { class: `rtq-verdict rtq-is-${graded.status}` },
      h("p", {}, sign, h("strong", {}, verdict)), ...said));
  }
}

// The whole quiz --------------------------------------------------------------------------------------------------

class QuizView {
  constructor(model, el) {
    this.model = model;
    this.questions = model.get("questions");
    this.phrases = model.get("phrases");
    const title = model.get("title");
    this.views = this.questions.map((question, i) => new QuestionView(this, question, i + 1));
    this.dots = this.questions.map(() => h("span", {}));
    this.words = h("span", { class: "rtq-words" });
    this.again = h("button", { type: "button", hidden: true, click: () => this.startOver() }, "Start over");
    const head = h("div", { class: "rtq-head" },
      title ? h("span", { class: "rtq-title", dir: "auto" }, words(title)) : null,
      h("span", { class: "rtq-score" }, h("span", { class: "rtq-dots", "aria-hidden": "true" }, this.dots), this.words));
    const several = this.questions.length > 1;
    this.root = h("section", { class: "ratools rtq", "aria-label": title || "Question",
      keydown: (event) => event.ctrlKey || event.metaKey || event.stopPropagation() }, // Lab would take arrows and Enter
      several ? head : null, this.views.map((view) => view.node), h("div", { class: "rtq-foot" }, this.again));
    this.update = () => this.show();
    model.on("change:answers", this.update);
    this.show();
    el.append(this.root);
  }

  tries(question) {
    return this.model.get("answers")[question.id] ?? [];
  }

  answer(question, tries) {
    this.model.set("answers", { ...this.model.get("answers"), [question.id]: tries });
    this.model.save_changes();
  }

  startOver() {
    this.model.set("answers", {});
    this.model.set("turn", this.model.get("turn") + 1);
    this.model.save_changes();
    this.views[0].node.querySelector("input, button").focus();
  }

  show() {
    for (const view of this.views) view.update();
    const states = this.views.map((view) => view.node.dataset.status);
    const right = this.views.filter((view) => view.solved);
    const first = right.filter((view) => view.shownTries.length === 1).length;
    const done = right.length === this.views.length;
    this.dots.forEach((dot, i) => (dot.className = `rtq-dot rtq-dot-${states[i]}`));
    const score = `${done ? "All" : right.length} ${done ? "" : "of "}${this.views.length} right`;
    this.words.textContent = score + (right.length ? `, ${first} at the first try` : "");
    this.again.hidden = !done;
  }

  close() {
    this.model.off("change:answers", this.update);
  }
}

export default {
  render({ model, el }) {
    const view = new QuizView(model, el);
    return () => view.close();
  },
};
