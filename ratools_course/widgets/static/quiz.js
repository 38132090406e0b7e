// The quiz. Python sends the questions with everything computed, the right answers too: it is for self-study, and so it
// works on a page without a kernel. `grade` is the twin of ratools_course/quizzes/grading.py; a browser test compares
// the two on every question. fields.js stands in front of this file.

const SIGNS = { right: "✓", wrong: "✗", unclear: "?", shown: "○" };
const VERDICTS = { wrong: "Not yet.", unclear: "One moment.", shown: "Shown, and still open." };

// Grading ---------------------------------------------------------------------------------------------------------

const result = (status, ...feedback) => ({ status, feedback: feedback.filter(Boolean) });

const GRADERS = {
  single(question, answer, phrases) {
    if (answer === null) return result("unclear", phrases.choose);
    const chosen = question.options[answer];
    return chosen.right ? result("right", chosen.feedback) : result("wrong", chosen.feedback, ...chosen.also);
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
    const read = readNumber(answer);
    if (!read) return result("unclear", unread(question, answer, phrases));
    const { value: number, decimals } = read;
    const off = Math.abs(number - question.value);
    if (isAround(number, question)) return result("right", off >= 1e-12 && fill(phrases.exact, question));
    const known = question.options.find((option) => isAround(number, option));
    if (known) return result("wrong", known.feedback, ...known.also);
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
    const known = question.orders.find(({ keys }) => same(keys, answer));
    const said = fill(phrases.place, { place: place + 1, item: item.label });
    return result("wrong", said, item.feedback, ...(known?.said ?? []));
  },
};

export function grade(question, answer, phrases) {
  return GRADERS[question.kind](question, answer, phrases);
}

// One question ----------------------------------------------------------------------------------------------------

// A try is an answer, or null where the learner asked to be shown.
class QuestionView {
  constructor(quiz, question, number) {
    [this.quiz, this.question, this.shownTries] = [quiz, question, null];
    this.feedback = h("div", { class: "rtq-feedback", "aria-live": "polite", tabindex: "-1" });
    this.buttons = h("div", { class: "rtq-row" }, h("button", { type: "submit", class: "rt-main" }, "Check"),
      h("button", { type: "button", class: "rtq-quiet", click: () => this.showMe() }, "I don’t know — show me"));
    const count = quiz.questions.length > 1 ? h("span", { class: "rtq-number" }, `${number}.`, unseen(" ")) : null;
    const legend = h("legend", { dir: "auto" }, count, h("span", { class: "rtq-text" }, words(question.text)));
    this.field = new Field(question, `such as ${question.example}`);
    this.node = h("form", { class: "rtq-question", novalidate: true, submit: (event) => this.submit(event) },
      h("fieldset", {}, legend, this.field.node, this.buttons), this.feedback);
  }

  submit(event) {
    event.preventDefault();
    event.stopPropagation();
    if (this.field.locked) return;
    const answer = this.field.entered();
    const graded = grade(this.question, answer, this.quiz.phrases);
    const tries = this.quiz.tries(this.question);
    if (graded.status === "unclear" || same(tries.at(-1), answer)) this.tell(graded, tries);
    else this.quiz.answer(this.question, [...tries, answer]);
    if (this.solved) this.feedback.focus({ preventScroll: true }); // the button is gone; go on from here
  }

  showMe() {
    this.quiz.answer(this.question, [...this.quiz.tries(this.question), null]);
    this.feedback.focus({ preventScroll: true });
  }

  // The answer was shown: hide it and ask once more. Nothing is recorded before there is an answer.
  tryAgain() {
    this.open(null);
    this.feedback.replaceChildren();
    this.field.focus();
  }

  open(answer) {
    this.node.dataset.status = "open";
    this.buttons.hidden = false;
    this.field.show(answer, false);
    this.field.mark(new Map());
  }

  // Show what the model holds: answers given here, in another view, or restored by Python.
  update() {
    const tries = this.quiz.tries(this.question);
    if (same(tries, this.shownTries)) return;
    const last = tries.at(-1);
    const shown = last === null;
    const graded = !tries.length ? null : shown ? result("shown") : grade(this.question, last, this.quiz.phrases);
    this.shownTries = tries;
    this.solved = graded?.status === "right";
    this.open(last);
    this.node.dataset.status = graded?.status ?? "open";
    this.buttons.hidden = this.solved || shown;
    this.field.show(shown ? solution(this.question) : last, this.solved || shown);
    this.mark(tries, shown);
    this.tell(graded, tries);
  }

  // In a choice, keep sight of what was tried.
  mark(tries, shown) {
    const marks = new Map();
    for (const { key, right } of this.question.options) {
      const tried = this.question.kind === "single" ? tries.includes(key) : this.solved && right;
      if (shown && right) marks.set(key, [SIGNS.shown, unseen("the right answer"), "rtq-answer"]);
      else if (tried && right) marks.set(key, [SIGNS.right, unseen("right"), "rtq-right"]);
      else if (tried) marks.set(key, [SIGNS.wrong, unseen("tried, not right"), "rtq-wrong"]);
    }
    this.field.mark(marks);
  }

  tell(graded, tries) {
    if (!graded) return this.feedback.replaceChildren();
    const { status } = graded;
    const verdict = status !== "right" ? VERDICTS[status] : tries.includes(null) ? "Right, after it was shown."
      : tries.length === 1 ? "Right, at the first try." : `Right, after ${tries.length} tries.`;
    const sign = h("span", { class: "rtq-sign", "aria-hidden": "true" }, SIGNS[status]);
    const said = graded.feedback.map((text) => h("p", { dir: "auto" }, words(text)));
    if (["right", "shown"].includes(status) && this.question.explanation)
      said.push(h("p", { class: "rtq-explanation", dir: "auto" }, words(this.question.explanation)));
    const again = h("button", { type: "button", click: () => this.tryAgain() }, "Try it again");
    this.feedback.replaceChildren(h("div", { class: `rtq-verdict rtq-is-${status}` },
      h("p", {}, sign, h("strong", {}, verdict)), ...said, status === "shown" ? again : null));
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
    this.root = h("section", { class: "ratools rtq", "aria-label": title || "Question", ...OURS },
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
    this.views[0].field.focus();
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
