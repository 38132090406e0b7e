// A prediction: a question, a guess, and only then the answer, how far off the guess was, and why. It is not graded.
// Python sends everything computed, so that it works on a page without a kernel. fields.js stands in front of this file.

// What a guess amounts to, or the sentence that asks for another; the twin of `take_guess` in quizzes/grading.py.
export function takeGuess(question, guess, phrases) {
  if (question.kind === "grades") {
    const taken = guess.map((one) => takeNumber(question, one, phrases));
    const at = taken.findIndex(({ problem }) => problem);
    if (at < 0) return { taken: taken.map((one) => one.taken) };
    const said = { box: question.options[at].label, problem: taken[at].problem, example: question.example };
    return { problem: fill(phrases[tidy(guess[at]) ? "box" : "empty-box"], said), at };
  }
  if (question.kind !== "numeric") return guess === null ? { problem: phrases.choose } : { taken: guess };
  return takeNumber(question, guess, phrases);
}

function takeNumber(question, guess, phrases) {
  const read = readNumber(guess);
  if (!read) return { problem: unread(question, guess, phrases) };
  const [low, high] = question.between ?? [read.value, read.value];
  if (!(low <= read.value && read.value <= high)) return { problem: fill(phrases.between, { low, high }) };
  return { taken: read.value };
}

// A number with the question's decimals, without zeros that say nothing.
function short(number, digits) {
  const text = number.toFixed(digits);
  return text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text;
}

const DISTANCES = {
  grades: () => "",

  single: (question, guess) => (question.options[guess].right ? "You had it." : ""),

  numeric(question, guess) {
    const off = guess - question.value;
    if (isAround(guess, question)) return "You had it.";
    const much = short(Math.abs(off), question.digits);
    return `You were ${Number(much) ? much : "a hair"} too ${off > 0 ? "high" : "low"}.`;
  },

  ordering(question, guess) {
    let turned = 0;
    guess.forEach((one, i) => guess.slice(i + 1).forEach((other) => (turned += one > other)));
    const pairs = (guess.length * (guess.length - 1)) / 2;
    return turned ? `You had ${turned} of the ${pairs} pairs the other way round.` : "You had it.";
  },
};

// How far off a guess was, in a sentence.
export function distance(question, taken) {
  return DISTANCES[question.kind](question, taken);
}

class PredictionView {
  constructor(model, el) {
    [this.model, this.question, this.phrases] = [model, model.get("question"), model.get("phrases")];
    const { between, kind, text } = this.question;
    const grades = kind === "grades";
    const hint = between ? `a number from ${between[0]} to ${between[1]}` : "a number";
    this.field = new Field(this.question, hint);
    this.feedback = h("div", { class: "rtq-feedback", "aria-live": "polite", tabindex: "-1" });
    this.buttons = h("div", { class: "rtq-row" }, h("button", { type: "submit", class: "rt-main" }, "Commit"),
      h("button", { type: "button", class: "rtq-quiet", click: () => this.take({ shown: true }) }, grades ? "Skip" : "Show me"));
    const legend = h("legend", { dir: "auto" }, h("span", { class: "rtq-text" },
      h("span", { class: "rtq-tag" }, grades ? "Your grades" : "Your guess"), unseen(": "), words(text)));
    this.node = h("form", { class: "rtq-question", novalidate: true, submit: (event) => this.submit(event) },
      h("fieldset", {}, legend, this.field.node, this.buttons), this.feedback);
    this.root = h("section", { class: "ratools rtq rtq-prediction", "aria-label": "Prediction", ...OURS }, this.node);
    this.update = () => this.show();
    model.on("change:taken", this.update);
    this.show();
    el.append(this.root);
  }

  submit(event) {
    event.preventDefault();
    event.stopPropagation();
    if (this.field.locked) return;
    const guess = this.field.entered();
    const { problem, at } = takeGuess(this.question, guess, this.phrases);
    if (!problem) return this.take({ guess });
    this.feedback.replaceChildren(h("div", { class: "rtq-verdict" }, h("p", {}, problem)));
    this.field.inputs?.[at]?.focus();
  }

  take(taken) {
    this.model.set("taken", taken);
    this.model.save_changes();
    this.feedback.focus({ preventScroll: true }); // the buttons are gone; go on from here
  }

  show() {
    const taken = this.model.get("taken");
    const open = !Object.keys(taken).length;
    this.node.dataset.status = open ? "open" : "taken";
    this.buttons.hidden = !open;
    if (open) {
      this.field.show(null, false);
      this.field.mark(new Map());
      this.feedback.replaceChildren();
      return;
    }
    const guessed = "guess" in taken;
    this.field.show(guessed ? taken.guess : solution(this.question), true);
    this.mark(guessed ? taken.guess : null);
    this.tell(guessed, taken.guess);
  }

  // In a choice, both are seen in place: the guess and the answer.
  mark(guess) {
    const marks = new Map();
    for (const { key, right } of this.question.options ?? []) {
      const said = [key === guess ? "your guess" : "", right ? "the answer" : ""].filter(Boolean).join(", ");
      if (said) marks.set(key, [right ? "◆" : "", said, right ? "rtq-answer" : "rtq-guess"]);
    }
    this.field.mark(marks);
  }

  tell(guessed, guess) {
    const { kind, options, exact, explanation } = this.question;
    const lines = [];
    const labels = solution(this.question);
    const answer = kind === "numeric" ? exact : kind === "single" ? options[labels].label : null;
    if (guessed) {
      const { taken } = takeGuess(this.question, guess, this.phrases);
      const mine = kind === "numeric" ? tidy(guess) : kind === "single" ? options[guess].label : null;
      if (mine !== null) lines.push(["Your guess", mine]);
      if (answer !== null) lines.push(["The answer", answer]);
      this.off = distance(this.question, taken);
    } else {
      if (answer !== null) lines.push(["The answer", answer]);
      this.off = "";
    }
    const facts = lines.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", { dir: "auto" }, words(value))));
    this.feedback.replaceChildren(h("div", { class: "rtq-verdict rtq-is-kept" },
      facts.length ? h("dl", { class: "rtq-facts" }, facts) : null,
      kind === "ordering" && guessed ? this.rightOrder() : null,
      this.off ? h("p", {}, h("strong", {}, this.off)) : null,
      h("p", { class: "rtq-explanation", dir: "auto" }, words(explanation)),
      h("p", { class: "rtq-note" }, words(this.model.get("note")))));
  }

  rightOrder() {
    const items = this.question.options.map((option) => h("li", { dir: "auto" }, words(option.label)));
    return h("div", { class: "rtq-right-order" }, h("p", {}, "The answer:"), h("ol", {}, items));
  }

  close() {
    this.model.off("change:taken", this.update);
  }
}

export default {
  render({ model, el }) {
    const view = new PredictionView(model, el);
    return () => view.close();
  },
};
