"""The bank of wrong ideas: what each one says, why it tempts, where it fails, and the smallest input that shows it.

`misconceptions.show("ap-over-found")` puts the wrong and the right number side by side. A wrong idea that is a formula
has mutants (mutants.py), one that is not has a demonstration (demonstrations.py), some have both. Checkers, quizzes
and tests stand on this one bank.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from difflib import get_close_matches
from html import escape

import ratools
from ratools.teaching.cards import card, inline, literal, number, plain
from ratools.teaching.misconceptions.demonstrations import DEMONSTRATIONS
from ratools.teaching.misconceptions.inputs import smallest_counterexample
from ratools.teaching.misconceptions.mutants import MUTANTS, Mutant


@dataclass(frozen=True)
class Misconception:
    """One wrong idea."""

    id: str
    title: str
    wrong: str  # the idea in a sentence, as its holder would put it
    tempts: str
    right: str
    question: str  # asked back by a checker
    seen_in: tuple[str, ...] = ()
    mutants: tuple[Mutant, ...] = field(default=(), repr=False)
    demonstration: Callable | None = field(default=None, repr=False)
    example: tuple | None = None  # arguments for the card, where the smallest counterexample is not the most telling

    @property
    def measure(self):
        """The measure that it gets wrong first, or None."""
        return self.mutants[0].measure if self.mutants else None

    @property
    def counterexample(self):
        """The smallest (arguments, options) on which it shows, or None."""
        return (self.mutants[0].counterexample, self.mutants[0].options) if self.mutants else None


def mutant_of(id, measure):
    """The mutant of one misconception for one measure, or the first one it has."""
    mutants = get(id).mutants
    return next((one for one in mutants if one.measure == measure), mutants[0] if mutants else None)


def search(mutant):
    """Search anew for the smallest counterexample of a mutant; the tests compare it with what is stored."""
    return smallest_counterexample(mutant.id, mutant.measure, getattr(ratools, mutant.measure), mutant.function)


BANK: dict[str, Misconception] = {}


def _add(id, title, *, wrong, tempts, right, question, seen_in=(), example=None):
    mutants = tuple(one for one in MUTANTS if one.id == id)
    shown = DEMONSTRATIONS.get(id)
    BANK[id] = Misconception(id, title, wrong, tempts, right, question, seen_in, mutants, shown, example)


def ids():
    """Every id of the bank.

    >>> "ap-over-found" in ids()
    True
    """
    return list(BANK)


def get(id):
    """One misconception by its id.

    >>> get("ap-over-found").title
    'Average only over what was found'
    """
    if id in BANK:
        return BANK[id]
    near = get_close_matches(str(id), BANK, n=1, cutoff=0.4)
    hint = f"did you mean {near[0]!r}?" if near else "misconceptions.ids() lists them"
    raise ValueError(f"there is no misconception {id!r}: {hint}")


def looks_like(id):
    """The sentence by which a checker names a mistake: quoted, so that the wrong idea is never stated as a fact.

    >>> looks_like("idcg-from-retrieved")
    'It looks like this mistake: “The ideal is my list, sorted”.'
    """
    return f"It looks like this mistake: “{get(id).title}”."


def show(id):
    """A card: the wrong idea, why it tempts, the right one, and both on the smallest example.

    >>> show("recall-over-k")
    Recall over k (recall-over-k)
    Wrong: Recall at k divides by k.
    Tempting, because the k in its name asks to be used.
    Right: That is precision. Recall divides by all relevant documents, found or not; k only cuts the list.
    recall_at_k(["a"], {"a"}, 2): wrong 0.5, right 1.0
    Seen in: jina-ai/serve#1123
    """
    return Card(get(id))


@dataclass(frozen=True, repr=False)
class Card:
    """A misconception on display."""

    misconception: Misconception

    def comparison(self):
        """(call as text, wrong value, right value) on the card's example or the counterexample, or None."""
        if not self.misconception.mutants:
            return None
        mutant = self.misconception.mutants[0]
        arguments, options = self.misconception.counterexample
        if self.misconception.example:
            arguments, options = self.misconception.example, {}
        wrong = mutant.function(*arguments, **options)
        right = getattr(ratools, mutant.measure)(*arguments, **options)
        return call_text(mutant.measure, arguments, options), wrong, right

    def __repr__(self):
        it, compared = self.misconception, self.comparison()
        lines = [f"{it.title} ({it.id})", f"Wrong: {it.wrong}", f"Tempting, because {_lower(it.tempts)}"]
        lines.append(f"Right: {it.right}")
        if compared:
            call, wrong, right = compared
            lines.append(f"{call}: wrong {number(wrong, right)}, right {number(right, wrong)}")
        if it.demonstration:
            lines += [it.demonstration.__doc__, it.demonstration().to_string(index=False)]
        if it.seen_in:
            lines.append("Seen in: " + "; ".join(it.seen_in))
        return plain("\n".join(lines))

    def _repr_html_(self):
        it = self.misconception
        head = f"<strong>{escape(it.title)}</strong> <code>{escape(it.id)}</code>"
        body = [f"<div>{head}</div>", self._side_by_side(), f"<p><em>Why it tempts.</em> {inline(it.tempts)}</p>"]
        if it.demonstration:
            shown = it.demonstration().to_html(index=False, border=0)
            body.append(f"<p>{escape(it.demonstration.__doc__)}</p>{shown}")
        if it.seen_in:
            body.append(f"<p><em>Seen in.</em> {escape('; '.join(it.seen_in))}</p>")
        return card("".join(body), "card")

    def _side_by_side(self):
        """The two ideas as two columns, each with its number."""
        it, compared = self.misconception, self.comparison()
        cells = [("Wrong", it.wrong), ("Right", it.right)]
        style = "text-align:left;vertical-align:top;white-space:normal;width:50%"
        head = "".join(f"<th scope='col' style='{style}'>{name}</th>" for name, _ in cells)
        rows = "".join(f"<td style='{style}'>{inline(text)}</td>" for _, text in cells)
        if not compared:
            return f"<table><thead><tr>{head}</tr></thead><tbody><tr>{rows}</tr></tbody></table>"
        call, wrong, right = compared
        values = (number(wrong, right), number(right, wrong))
        numbers = "".join(f"<td style='{style}'><strong>{escape(value)}</strong></td>" for value in values)
        caption = f"<caption style='text-align:left;padding:0.5em 0'><code>{escape(call)}</code></caption>"
        body = f"<tr>{rows}</tr><tr>{numbers}</tr>"
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def call_text(measure, arguments, options):
    """A call as a learner would type it.

    >>> call_text("recall_at_k", (["a"], {"b", "a"}, 1), {})
    'recall_at_k(["a"], {"a", "b"}, 1)'
    """
    given = [*map(literal, arguments), *(f"{name}={literal(value)}" for name, value in options.items())]
    return f"{measure}({', '.join(given)})"


NAMES = ("Kendall's",)  # no sentence may make them small


def _lower(sentence):
    """A sentence as the second half of another; names and symbols keep their capitals."""
    first = sentence.split()[0]
    kept = first in NAMES or first.isupper() and len(first) > 1
    return sentence if kept else sentence[0].lower() + sentence[1:]


# Relevant or not -----------------------------------------------------------------------------------------------------

_add(
    "recall-is-quality",
    "High recall means a good system",
    wrong="A system that finds everything is a good system.",
    tempts="Finding is what a search is for, and 100 % sounds like success.",
    right="Recall does not see what else came back. Read it together with precision, or with a cut-off people look at.",
    question="What recall has a system that returns the whole library?",
    seen_in=("a chapter on ranking metrics, as a misconception it warns of",),
)
_add(
    "precision-falls-with-k",
    "Precision falls as k grows",
    wrong="The further down you look, the lower the precision.",
    tempts="On average over many queries it often does, and most tables show that.",
    right="A hit never lowers it, and lifts it unless it is 1 already. "
    "For one query, precision may rise or fall with k; only recall never falls.",
    question="What happens to precision when rank 4 is a hit and ranks 2 and 3 are not?",
    seen_in=("a chapter on ranking metrics, whose own table rises at ranks 4 and 6",),
)
_add(
    "precision-over-returned",
    "Divide by what came back",
    wrong="Precision at k divides by the number of documents returned.",
    tempts="Dividing by ten when only four came back looks unfair.",
    right="P@k divides by k. Empty places are places that did not help.",
    question="Should a system gain by returning less?",
    seen_in=("TruLens",),
)
_add(
    "precision-is-recall",
    "Precision over the relevant documents",
    wrong="Precision divides the hits by the number of relevant documents.",
    tempts="Precision and recall share their numerator, and the denominators are easily swapped.",
    right="That is recall. Precision asks how much of what was *shown* is relevant, so it divides by the places.",
    question="How many places did the user look at, and how many of them were worth it?",
)
_add(
    "cutoff-forgotten",
    "The cut-off is forgotten",
    wrong="It is enough to look at the whole list; k only comes in later.",
    tempts="The list is right there, and tests with short lists do not notice.",
    right="Only the first k results exist for a measure at k. Cut the list first.",
    question="What does a user who reads k results know about result k + 1?",
)
_add(
    "recall-over-k",
    "Recall over k",
    wrong="Recall at k divides by k.",
    tempts="The k in its name asks to be used.",
    right="That is precision. Recall divides by all relevant documents, found or not; k only cuts the list.",
    question="If you doubled k and found nothing new, should recall halve?",
    seen_in=("jina-ai/serve#1123",),
)
_add(
    "recall-is-hit-rate",
    "One hit is full recall",
    wrong="Recall at k is 1 as soon as anything relevant is found.",
    tempts="With a single relevant document it is true, and many data sets have just one.",
    right="That is success at k, or hit rate. Recall asks how many of *all* relevant documents were found.",
    question="One of two relevant documents is found. Is there nothing left to find?",
    seen_in=("TIGER-AI-Lab/UniIR#29", "deepset-ai/haystack#7867"),
)
_add(
    "recall-capped",
    "Recall must be able to reach 1",
    wrong="Recall at k divides by min(R, k), so that a full page of hits scores 1.",
    tempts="It feels unjust that a perfect top 5 has a recall of one half.",
    right="R@k divides by R. That it cannot reach 1 with k < R is a fact about k, not an injustice.",
    question="Two documents are relevant and one place is shown. How much of what is relevant is seen?",
    seen_in=("asked of libraries that do it right: sentence-transformers#964, AmenRa/ranx#19",),
)
_add(
    "impossible-pair",
    "Any P@k goes with any R@k",
    wrong="Precision 0.3 and recall 0.9 at 10: a generous system.",
    tempts="Both are shares between 0 and 1 and seem to be free of each other.",
    right="They share their numerator: 3 hits of 10 and R@10 = 0.9 would need 3⅓ relevant documents. "
    "As a mean over queries the pair is possible.",
    question="How many hits are behind P@10 = 0.3, and how many relevant documents would make them 90 %?",
    seen_in=("a quiz in a chapter on ranking metrics",),
)
_add(
    "duplicates-count",
    "Found twice counts twice",
    wrong="A document that comes back twice is two hits.",
    tempts="A loop over the results counts it without asking.",
    right="A document can be found only once. Counted twice, recall can exceed 1.",
    question="What would a recall of 1.43 mean?",
    seen_in=("garrytan/gbrain#4176", "run-llama/llama_index (an average precision of 2.0)"),
)
_add(
    "f-is-a-plain-mean",
    "F is the ordinary mean",
    wrong="F1 is (precision + recall) / 2.",
    tempts="A mean is a mean.",
    right="It is the harmonic mean, which stays near the lower of the two: all of one and none of the other is 0.",
    question="Returning everything has recall 1 and precision near 0. Is that half good?",
)
_add(
    "beta-squared",
    "β or β²",
    wrong="The parameter of F is the weight itself.",
    tempts="The formula shows β², so it is easily taken for the parameter.",
    right="F_β weighs recall β times as much, and β enters squared. trec_eval's set_F takes β² instead.",
    question="With β = 2, which number stands in front of precision in the denominator?",
    seen_in=(
        "trec_eval's and ir_measures' set F, where it is the documented parameter: another measure, not a mistake",
    ),
)
_add(
    "beta-backwards",
    "β on the wrong side",
    wrong="A larger β counts precision more.",
    tempts="β² stands beside precision in the denominator.",
    right="In the denominator the *other* one wins: β² · P + R makes F follow recall.",
    question="Let β grow without end. Which of the two does F become?",
)
_add(
    "success-is-all",
    "Success needs only hits",
    wrong="Success at k means that all of the first k are relevant.",
    tempts="“Success” sounds like everything went well.",
    right="One relevant document among the first k is enough.",
    question="You looked for one answer and found it second. Was the search a failure?",
)
_add(
    "success-is-precision",
    "Success is a share",
    wrong="Success at k is the share of hits.",
    tempts="Precision and recall are shares, and “success rate” sounds like one.",
    right="For one query it is 1 or 0: something was found, or nothing was. The mean over queries is a share.",
    question="Can a single search be 40 % successful in finding anything at all?",
)
_add(
    "r-precision-of-all",
    "R-precision of the whole list",
    wrong="R-precision is the precision of the list that came back.",
    tempts="The R is read as “retrieved”.",
    right="R is the number of relevant documents: precision is taken at rank R.",
    question="Three documents are relevant. At which rank does R-precision look?",
)
_add(
    "r-precision-over-returned",
    "R-precision over what came back",
    wrong="Where fewer than R documents came back, R-precision divides by those.",
    tempts="Dividing by places that are empty looks unfair.",
    right="It divides by R, the number of relevant documents, however few came back.",
    question="Four documents are relevant and one came back, a hit. Is there nothing left to find?",
)
_add(
    "rank-from-zero",
    "Ranks from zero",
    wrong="The first result has rank 0, as in a Python list.",
    tempts="Lists count from 0. Dividing by zero is then patched, and ranks 1 and 2 become equal.",
    right="Ranks count from 1: enumerate(…, start=1).",
    question="What is the rank of the result on top?",
    seen_in=("a classic off-by-one",),
)
_add(
    "rr-any-hit",
    "Every hit counts for RR",
    wrong="The reciprocal rank averages 1/rank over all hits.",
    tempts="Using all that was found feels more complete.",
    right="Only the first hit counts; what comes after it changes nothing.",
    question="A second hit arrives at rank 2, below the first. Should the score fall?",
    seen_in=("LlamaIndex, as its “granular MRR” option",),
)
_add(
    "rr-is-rank",
    "The rank itself",
    wrong="The reciprocal rank is the rank of the first hit.",
    tempts="The rank is what was counted.",
    right="It is one divided by that rank, so that sooner is more and never is 0.",
    question="Which should score higher, a hit at rank 1 or at rank 10?",
)
_add(
    "mrr-is-mean-rank",
    "MRR 0.5 means rank 2 on average",
    wrong="MRR is one divided by the average rank.",
    tempts="For one query it is exactly that.",
    right="Reciprocals are averaged, not ranks. Half at rank 1 and half never found is 0.5 as well.",
    question="One query hits at rank 1, the other never. What is the average rank?",
    seen_in=("a chapter on ranking metrics",),
    example=({"q1": ["a"], "q2": ["x", "a"]}, {"q1": {"a"}, "q2": {"a"}}),
)
_add(
    "skip-failed-queries",
    "Leave out the failures",
    wrong="Queries without a hit do not belong into the mean.",
    tempts="They have no rank, so there seems to be nothing to average.",
    right="A failure counts 0. Leaving it out makes a system better by failing.",
    question="If a bad result is turned into no result, should the mean rise?",
    seen_in=("thuml/HashNet#2",),
)
_add(
    "skip-missing-queries",
    "Average over the answered queries",
    wrong="Queries that the system did not answer are left out of the mean.",
    tempts="The loop runs over the results, and those queries are not in them.",
    right="Average over the queries that were asked. Otherwise dropping the hard ones pays.",
    question="Whose list of queries should decide: the exam's, or the candidate's?",
    seen_in=("BEIR", "trec_eval 9 without -c"),
)
_add(
    "ap-over-found",
    "Average only over what was found",
    wrong="AP divides by the number of relevant documents retrieved.",
    tempts="It looks like an ordinary mean: you average the numbers you wrote down.",
    right="It divides by all relevant documents. A miss is a zero in the mean, not an absence.",
    question="Who would you rather hire, a system that finds one of two, or both?",
    seen_in=(
        "Ragas' and DeepEval's context precision",
        "haystack#12255 (mended since)",
        "MatchZoo-py#164",
        "plurch/ir_evaluation",
    ),
)
_add(
    "ap-over-min-rk",
    "AP@k over min(R, k)",
    wrong="AP at k divides by min(R, k), so that a full page of hits scores 1.",
    tempts="It feels unjust that a perfect top 5 stays below 1.",
    right="AP@k divides by R. The capped form is another measure and needs another name.",
    question="Two documents are relevant, one place is shown. Is one hit all there was to find?",
    seen_in=("trectools#36", "meta-toolkit/meta#73"),
)
_add(
    "ap-over-k",
    "AP over the places",
    wrong="AP divides by the number of results looked at.",
    tempts="Precision at k divides by k, so its average seems to do so too.",
    right="It divides by the relevant documents: the mean is over *them*, not over the places.",
    question="Add useless results at the end. Should what was found above become worth less?",
)
_add(
    "ap-every-rank",
    "The mean of every P@i",
    wrong="AP averages the precision at every rank.",
    tempts="“Average precision” says just that.",
    right="Only the ranks that hold a hit count, and the mean is over all relevant documents.",
    question="At which moments does a reader who wants relevant documents take stock?",
)
_add(
    "context-precision-is-precision",
    "“Context precision” is precision",
    wrong="Ragas' context precision is the share of relevant chunks.",
    tempts="Its name says so.",
    right="It is average precision, divided by the *relevant* chunks found: order matters, and misses cost nothing.",
    question="Would precision change when you swap two results of the page?",
    seen_in=("readers' questions in ragas#2013, #997, #895",),
)
_add(
    "gmap-is-map",
    "GMAP is MAP",
    wrong="The geometric mean is a mean like the other.",
    tempts="For equal values the two are equal.",
    right="The geometric mean is pulled down by the worst queries; that is what it is for.",
    question="One query goes from 0.9 to 1, another from 0.01 to 0.02. Which helps your users more?",
)
_add(
    "interpolation-forgotten",
    "Precision where the level is reached",
    wrong="The precision at a recall level is the one where that level is first reached.",
    tempts="That is where the curve crosses the line.",
    right="Interpolated precision is the best at that recall *or beyond*.",
    question="If reading one more result gives both more recall and more precision, why stop before it?",
)

# Graded --------------------------------------------------------------------------------------------------------------

_add(
    "cg-sees-order",
    "A sum sees the order",
    wrong="Cumulative gain rewards having the best results on top.",
    tempts="It is the first letters of DCG, and the numbers are added from the top.",
    right="A sum does not care about order. The discount is what makes DCG see it.",
    question="What is the sum of 3, 2, 1, and what is it read backwards?",
    seen_in=("a chapter on ranking metrics, as a misconception it warns of",),
)
_add(
    "discount-log-i",
    "Discount log2(i)",
    wrong="The discount at rank i is log2(i), with the first rank left alone.",
    tempts="It is the original formula of Järvelin & Kekäläinen 2002 with b = 2: a variant, not a crime.",
    right="Here the discount is log2(i + 1), as in most tools of today: the second rank already counts less.",
    question="Should it make no difference at all whether the best result is first or second?",
    seen_in=("pytrec_eval's benchmark", "KGAT#27"),
)
_add(
    "discount-shifted",
    "One too many in the discount",
    wrong="The discount at rank i is log2(i + 2).",
    tempts="With enumerate from 0 it is log2(i + 2). Then the ranks were changed to start at 1, and the 2 stayed.",
    right="With ranks from 1 it is log2(i + 1): the first place is not discounted, since log2(2) = 1.",
    question="What should the best place on the page cost?",
)
_add(
    "discount-inverted",
    "Divided by the weight",
    wrong="The gain at rank i is divided by 1 / log2(i + 1).",
    tempts="1 / log2(i + 1) is what a place is worth, and it looks like the thing to divide by.",
    right="Multiply by the weight 1 / log2(i + 1), or divide by the discount log2(i + 1): do one, not both.",
    question="Should a document count more at rank 10 than at rank 1?",
)
_add(
    "discount-is-rank",
    "Discount by the rank",
    wrong="The gain at rank i is divided by i.",
    tempts="The reciprocal rank does that.",
    right="DCG divides by log2(i + 1), which falls much more gently.",
    question="Is a result at rank 10 worth a tenth of the one at rank 1, or more?",
)
_add(
    "log-base-matters",
    "The logarithm's base",
    wrong="Any logarithm will do, or: the base decides what nDCG is.",
    tempts="`math.log` is the first that comes to mind, and in nDCG the difference cannot be seen.",
    right="Of log(i + 1) the base cancels in nDCG, but not in DCG, where it is 2. "
    "Of max(1, log i), with its flat start, it does not cancel.",
    question="What is the discount of rank 1, log2(2) or ln(2)?",
    seen_in=("a user's question to QRec (#258)", "cohere#574"),
)
_add(
    "idcg-from-retrieved",
    "The ideal is my list, sorted",
    wrong="IDCG sorts the documents that were retrieved.",
    tempts="They are at hand, and sorting them gives the best order *of them*.",
    right="The ideal is made of *all* judged documents, retrieved or not.",
    question="A system returns one fair document and misses an excellent one. Is its page ideal?",
    seen_in=("o19s/search-metrics#3", "ToolBench#184", "Pinecone's example"),
)
_add(
    "idcg-not-cut",
    "The ideal is not cut at k",
    wrong="IDCG at k sums over all relevant documents.",
    tempts="The ideal list is sorted once and then summed as it is.",
    right="The ideal page has k places too: cut both lists.",
    question="Three places, three hits, nothing better exists. Which score should that page get?",
    seen_in=("LlamaIndex, whose docstring promises position p",),
)
_add(
    "idcg-unsorted",
    "The ideal is not in falling order",
    wrong="The ideal takes the grades as they stand, or sorted upwards.",
    tempts="sorted() sorts upwards, and a dictionary already has an order.",
    right="Best first: sorted(…, reverse=True). Anything else is not the best that could be done.",
    question="In which order would you show the documents if you knew all grades?",
)
_add(
    "gain-mixed",
    "Two gains in one fraction",
    wrong="Exponential gain above the line, linear below.",
    tempts="DCG was copied from one place, the ideal from another.",
    right="Both lines of the fraction use the same gain.",
    question="What would an nDCG of 1.5 say: half as good again as perfect?",
    seen_in=("rapidfireai#261",),
)
_add(
    "ndcg-is-one-formula",
    "One nDCG",
    wrong="Linear and exponential gain are the same measure.",
    tempts="Both are called nDCG, and with grades 0 and 1 they are equal.",
    right="Grade, or 2^grade − 1: two measures under one name. Say which; here it is the grade itself.",
    question="Is a document of grade 2 worth two of grade 1, or three?",
    seen_in=("OpenNIR#14: gdeval 0.5371, trec_eval 0.5618",),
)
_add(
    "ndcg-is-dcg",
    "DCG, not yet divided",
    wrong="nDCG is the discounted sum.",
    tempts="The hard part is done, and the number looks reasonable.",
    right="The n is for normalised: divide by the DCG of the ideal order.",
    question="Can your number exceed 1? What would that say about the best possible page?",
)
_add(
    "ndcg-compares-anything",
    "The higher nDCG is the better page",
    wrong="nDCG 0.85 beats 0.75, whatever users look at.",
    tempts="It is one number, and higher is better.",
    right="It depends on what people do with the page. Top-heavy gain can win nDCG and lose P@10.",
    question="Do your users stop at two results, or do they need ten?",
    seen_in=("a quiz in a chapter on ranking metrics",),
)
_add(
    "higher-target-universal",
    "One good value for all uses",
    wrong="P@5 = 0.8 is good enough.",
    tempts="Eight of ten would be a good mark at school.",
    right="The target depends on what an error costs: for instance, more than 0.95 for a FAQ bot, "
    "and more than 0.98 in medicine or law.",
    question="What happens to the person who gets the wrong result?",
    seen_in=("tables of “typical values” per class of system",),
)
_add(
    "p10-low-is-bad",
    "P@10 = 0.1 is a bad system",
    wrong="Nine of ten results are wrong, so the system is.",
    tempts="Read alone, 10 % is a bad number.",
    right="With one relevant document 0.1 is the highest P@10 there is. Ask for the maximum first.",
    question="How many relevant documents are there to be found?",
)
_add(
    "rbp-unscaled",
    "RBP without 1 − p",
    wrong="RBP is the sum of p^(i − 1) over the hits.",
    tempts="The factor in front is easily lost.",
    right="(1 − p) in front makes it a rate per result read, between 0 and 1.",
    question="What is your value for a list of nothing but hits?",
)
_add(
    "rbp-exponent-is-rank",
    "RBP's exponent is the rank",
    wrong="The result at rank i is read with chance p^i.",
    tempts="The rank is at hand, and p^i is shorter than p^(i − 1).",
    right="The exponent is rank − 1; the first result is always read.",
    question="With what chance does a reader look at the first result?",
)
_add(
    "g-max-from-data",
    "The scale ends at the best grade seen",
    wrong="ERR's g_max is the highest grade of the query.",
    tempts="max(grades) is one call away.",
    right="It is the top of the *scale*. Taken from the data, it changes from query to query.",
    question="If the best document of a query is only fair, should it satisfy every reader?",
)
_add(
    "err-never-stops",
    "Every rank is reached",
    wrong="ERR adds the chances of satisfaction, divided by rank.",
    tempts="The product in the formula is easily overlooked.",
    right="A satisfied reader stops. Each rank counts only with the chance that nobody was satisfied above.",
    question="The first result answers the question. Who reads the second?",
)
_add(
    "err-linear-gain",
    "Satisfaction is grade / g_max",
    wrong="A document of half the highest grade satisfies half of the readers.",
    tempts="It is the simplest map from grades to chances.",
    right="ERR uses (2^grade − 1) / 2^g_max: even the highest grade does not satisfy everyone.",
    question="Does a perfect document satisfy every single reader?",
)

# Incomplete judgements, ties, thresholds -----------------------------------------------------------------------------

_add(
    "ties-by-truth",
    "Ties may be broken by the truth",
    wrong="Among equal scores, the relevant ones may come first.",
    tempts="Sorting (score, grade) pairs does it silently.",
    right="The ranking must not know the answer. Fix an order that knows nothing, or average over ties.",
    question="Which score would a system get that gives every document the same number?",
    seen_in=("elixir-nx/scholar#360",),
)
_add(
    "unjudged-is-wrong",
    "Unjudged means not relevant",
    wrong="A document without a judgement is known to be non-relevant.",
    tempts="In most measures it counts as 0, and 0 is also the grade of a bad document.",
    right="It is unknown. judged@k tells how much; bpref and condensed lists pass over it.",
    question="Who looked at that document?",
    seen_in=("holes in BEIR's judgements",),
)
_add(
    "judged-over-k",
    "Judged over k",
    wrong="Judged@k divides by k, however few results there are.",
    tempts="Precision at k does so.",
    right="Judged@k divides by the results that are there: an empty place is not an unjudged document.",
    question="One result came back, and it was judged. Is anything on the page left to judge?",
)
_add(
    "negative-is-judged",
    "Whatever is in the file was judged",
    wrong="Every document in the judgement file has been judged.",
    tempts="It is in the file.",
    right="A negative grade marks a document that was pooled and never judged.",
    question="What did the judge say about a document of grade −1?",
    seen_in=("ir_measures' Judged, which counts it: a convention of its own",),
)
_add(
    "condensed-drops-judged",
    "Only the relevant are kept",
    wrong="A condensed list keeps the relevant documents.",
    tempts="The others look like ballast.",
    right="It drops the *unjudged* ones. What was judged non-relevant stays: it is knowledge.",
    question="How good does every system look once its known mistakes are removed?",
)
_add(
    "bpref-over-found",
    "bpref over what was found",
    wrong="bpref divides by the relevant documents retrieved.",
    tempts="It looks like a mean over the terms.",
    right="It divides by all judged relevant documents: a miss is a zero.",
    question="Should finding fewer relevant documents ever help?",
)
_add(
    "threshold-truth",
    "A high score is relevance",
    wrong="What scores above a threshold is relevant.",
    tempts="It needs no judges.",
    right="The score that ranks cannot also be the truth: every scorer, a random one too, is then perfect.",
    question="What would a system have to do to score below 1?",
    seen_in=("an evaluation report whose relevance is score ≥ 0.15",),
)
_add(
    "boundary-below",
    "The boundary belongs below",
    wrong="A score on the threshold falls into the lower class.",
    tempts="pandas' cut closes its bins on the right, and > is as quick to type as ≥.",
    right="Here a boundary belongs to the upper class: score ≥ 0.15 is relevant, 0.1 opens its bin.",
    question="Your definition says “at least 0.15”. Is 0.15 at least 0.15?",
    seen_in=("the default of pandas.cut, as documented",),
)
_add(
    "grey-is-nonrelevant",
    "What is not relevant is non-relevant",
    wrong="There are two classes: relevant and the rest.",
    tempts="Most questions have two answers.",
    right="Between the thresholds lies a grey zone that counts as neither.",
    question="What do you know about a document that scores 0.1?",
)
_add(
    "categories-of-relevant",
    "Only relevant results have a category",
    wrong="The matches by category count what reached the threshold.",
    tempts="“Matches” sounds like “relevant”.",
    right="All results are counted: the question is what the page is made of.",
    question="Which results does the user see?",
)

# Many queries --------------------------------------------------------------------------------------------------------

_add(
    "mean-hides",
    "Equal means, equal systems",
    wrong="Two systems with the same mean are equally good.",
    tempts="The mean is the number in the table.",
    right="One may win half of the queries and lose the other half. Look at the queries.",
    question="On how many queries do the two differ?",
)
_add(
    "difference-is-real",
    "0.02 better is better",
    wrong="The system with the higher mean is the better system.",
    tempts="0.52 is more than 0.50.",
    right="Another set of queries might turn it round. A paired test says how surprising the difference is.",
    question="If you drew other queries tomorrow, would you bet on the same winner?",
)
_add(
    "round-early",
    "Rounding on the way does not matter",
    wrong="Two digits are enough for the steps in between.",
    tempts="The result is rounded anyway.",
    right="Errors add up: 0.835 instead of 0.8333. Round once, when you show the number.",
    question="Which of your digits come from the data, and which from rounding?",
    seen_in=("an evaluation report (0.835) and a chapter on ranking metrics (0.833), both as worked examples",),
)

# Diversity -----------------------------------------------------------------------------------------------------------

_add(
    "entropy-in-nats",
    "Entropy in nats",
    wrong="Any logarithm will do for the entropy.",
    tempts="`math.log` is the first that comes to mind.",
    right="Entropy in bits uses log2; in nats it is smaller by the factor ln 2. Normalised, the base cancels.",
    question="Two categories, equally filled: how many bits tell which of them it is?",
)
_add(
    "diversity-is-counting",
    "Diversity is the number of kinds",
    wrong="A page with two categories is twice as diverse as one with one.",
    tempts="Counting kinds is simple.",
    right="It matters how evenly they are filled: nine shoes and a hat are nearly all shoes.",
    question="Is a page of nine shoes and one hat as mixed as five and five?",
)
_add(
    "novelty-forgotten",
    "Repetition is free",
    wrong="Each document counts all of its subtopics, seen before or not.",
    tempts="Each document is judged on its own.",
    right="α-nDCG lets a subtopic count less each time it was seen above.",
    question="What does the fifth page on the same subtopic add?",
)
_add(
    "err-ia-normalised",
    "ERR-IA, divided by ndeval's ideal",
    wrong="ERR-IA divides by a list whose every document covers every intent.",
    tempts="ndeval prints that number.",
    right="ERR-IA is the mean over intents, undivided. ndeval's is a scale of its own; say which.",
    question="Does a document that serves every intent exist in your collection?",
    seen_in=("ndeval, by design",),
)
_add(
    "intents-pooled",
    "Serving one intent serves all",
    wrong="A document that serves any intent satisfies everyone.",
    tempts="Relevant is relevant.",
    right="Measure each intent by itself, then average: whoever meant the other thing is not helped.",
    question="Half of the users meant the car, half the animal. Who is happy with ten cars?",
)
_add(
    "subtopics-are-documents",
    "Subtopics are documents",
    wrong="Subtopic recall is the share of documents found.",
    tempts="Recall counts documents.",
    right="It counts subtopics: one document may cover several, and several the same one.",
    question="Ten documents on one subtopic: how many subtopics are that?",
)

# Chunks --------------------------------------------------------------------------------------------------------------

_add(
    "recall-over-retrieved",
    "Recall over what was retrieved",
    wrong="Token recall divides by the retrieved tokens.",
    tempts="Precision and recall share their numerator.",
    right="That is precision. Recall divides by the tokens of the expected answer.",
    question="How much of the *answer* came back?",
)
_add(
    "precision-over-expected",
    "Precision over what was expected",
    wrong="Token precision divides by the expected tokens.",
    tempts="Precision and recall share their numerator.",
    right="That is recall. Precision divides by the tokens that were retrieved.",
    question="How much of what came *back* is the answer?",
)
_add(
    "set-or-multiset",
    "Set or multiset",
    wrong="It does not matter whether a word counts once or every time.",
    tempts="On short texts without repeats it does not.",
    right="These are different measures. Here each distinct word counts once, above and below the line.",
    question="“the cat sat on the mat”: five words, or six?",
)
_add(
    "union-is-a-sum",
    "The union is the sum",
    wrong="IoU divides by the sum of both lengths.",
    tempts="Both sides have to be in it.",
    right="What they share must be counted once: union = both − common. Otherwise even equal texts stay at ½.",
    question="What is the IoU of a text with itself?",
)
_add(
    "omega-is-precision-times-recall",
    "Omega is precision times recall",
    wrong="Precision omega is precision · recall.",
    tempts="It is simpler and looks alike.",
    right="It scales precision by the mean of IoU and recall.",
    question="Which part of the formula sees the surplus text a second time?",
)
_add(
    "omega-is-omega",
    "One name, one measure",
    wrong="Precision omega is precision omega.",
    tempts="The name is the same.",
    right="One is precision · (IoU + recall) / 2 of what was retrieved; "
    "Chroma's is the precision if every chunk that overlaps the answer came back.",
    question="Does your omega know what was retrieved?",
)
_add(
    "overlap-bag-of-words",
    "Shared words are a shared passage",
    wrong="If the words are there, the passage was found.",
    tempts="Counting words needs no positions.",
    right="“the” and “sat” are everywhere. Positions tell whether it is the same place.",
    question="Would you accept the dog's sentence as the source for the cat's?",
)
_add(
    "overlap-is-free",
    "Overlapping chunks cost nothing",
    wrong="A stretch that comes back twice counts once.",
    tempts="A union is the natural way to join spans.",
    right="The reader, or the model, pays for it twice. Below the line the chunks' lengths are added.",
    question="How many tokens does the model read when the same sentence stands in two chunks?",
    seen_in=("the code behind Chroma's report does count it twice below the line: it is right, and easily missed",),
)
_add(
    "overlap-counted-twice",
    "Found twice, counted twice",
    wrong="Each chunk's share of the answer is added up.",
    tempts="A loop over the chunks adds them without asking.",
    right="A position of the answer can be found only once. Added up, a repeat looks like a second hit: "
    "precision comes out too high, and recall can exceed 1.",
    question="The same sentence of the answer comes back in two chunks. How many of its sentences were found?",
)
_add(
    "hull-is-union",
    "From the first to the last",
    wrong="The chunks cover everything from the first start to the last end.",
    tempts="min and max are quick.",
    right="What lies between two chunks was not retrieved.",
    question="Chunks [0,1) and [4,5): was position 2 read?",
)
_add(
    "touching-is-overlapping",
    "Touching is overlapping",
    wrong="A chunk that ends where the answer starts overlaps it.",
    tempts="`≤` looks as right as `<`, and most inputs do not tell them apart.",
    right="Spans are half-open: [0,3) and [3,6) share nothing.",
    question="Which position do [0,3) and [3,6) share?",
)
_add(
    "big-chunks-win",
    "Big chunks win",
    wrong="High recall of big chunks means better chunking.",
    tempts="A big chunk seldom cuts the answer in two, and recall sees nothing else.",
    right="One chunk that is the whole document has recall 1. Precision and IoU show the price.",
    question="What is the recall of a chunker that does not cut at all?",
    seen_in=(
        "readings of Chroma's table, where recall lies within one standard deviation and omega spreads sevenfold",
    ),
)
_add(
    "labels-follow-chunks",
    "Labels survive re-chunking",
    wrong="Chunk 1 was relevant, so chunk 1 is relevant.",
    tempts="The ids are still there.",
    right="Cut anew, chunk 1 is another text. Label positions in the document, not chunk numbers.",
    question="What stands in chunk 1 now?",
    seen_in=("nantobv/pituitary#358",),
)

# Answers -------------------------------------------------------------------------------------------------------------

_add(
    "em-is-strict",
    "Letter by letter",
    wrong="Exact match compares the texts as they are.",
    tempts="It is called exact.",
    right="Case and extra spaces are ignored: both texts are normalised first.",
    question="Is “paris” another city than “Paris”?",
)
_add(
    "em-normalises-meaning",
    "Normalising is harmless",
    wrong="Dropping punctuation and articles never changes an answer.",
    tempts="It was made for names, and there it works.",
    right="It reads 3.5 as 35 and −5 as 5, and nothing is left of the answer “A”.",
    question="Are 3.5 and 35 the same answer?",
    seen_in=("helm#4315", "UltraRAG#509"),
)
_add(
    "em-is-contains",
    "The answer is in there",
    wrong="It matches when the reference occurs in the answer.",
    tempts="A long answer that contains the right one looks right.",
    right="That is another, laxer measure: “not Paris” contains “Paris”.",
    question="Does “anything but Paris” answer the question?",
)
_add(
    "f1-on-sets",
    "F1 on sets of words",
    wrong="Each distinct word counts once.",
    tempts="set() is one call away.",
    right="Words are counted as often as they occur. On sets, saying “Paris” five times is perfect.",
    question="Is “Paris Paris Paris Paris Paris” a perfect answer?",
    seen_in=("inspect_ai#5477",),
)
_add(
    "f1-is-recall",
    "Saying more never hurts",
    wrong="F1 is the share of the reference's words that were said.",
    tempts="What matters is that the answer is in there.",
    right="That is recall. F1 also asks how much of what was said belongs there.",
    question="What would a system score that recites the whole encyclopaedia?",
)
_add(
    "abstention-over-all",
    "Over all questions",
    wrong="Abstention accuracy divides by the number of questions.",
    tempts="Accuracy usually does.",
    right="It divides by the impossible questions: only there was abstaining right.",
    question="Four questions are impossible. On how many could it have abstained rightly?",
)
_add(
    "abstain-always-wins",
    "Abstaining shows care",
    wrong="The more often a system abstains, the more careful it is.",
    tempts="Silence makes no mistakes.",
    right="A system that always abstains scores 1.0 and helps nobody. Look at over-abstention and coverage too.",
    question="What does a system that never answers score?",
)

# Agreement -----------------------------------------------------------------------------------------------------------

_add(
    "agreement-is-percent",
    "Agreement is the share of equal labels",
    wrong="75 % equal labels are an agreement of 0.75.",
    tempts="It is the plainest reading of the word.",
    right="Part of it is chance. Kappa takes out what two judges would share by luck alone.",
    question="If both judges say “relevant” to nearly everything, how often do they agree by accident?",
)
_add(
    "weights-ignored",
    "A near miss is a miss",
    wrong="Calling a 3 a 2 is as wrong as calling it a 0.",
    tempts="Not equal is not equal.",
    right="On grades use weights, or the ordinal form: near misses cost less.",
    question="Which judge do you trust more, the one off by one or the one off by three?",
)
_add(
    "kappas-averaged",
    "Fleiss is the mean of Cohens",
    wrong="For three judges, average the three pairwise kappas.",
    tempts="Every pair has a kappa, and a mean is at hand.",
    right="Fleiss pools the label frequencies of all judges; with two it is Scott's π.",
    question="Whose habits define chance: each judge's own, or everyone's together?",
)
_add(
    "small-sample-forgotten",
    "n² instead of n(n − 1)",
    wrong="Expected disagreement draws two labels with replacement.",
    tempts="It is the usual formula for chance.",
    right="Krippendorff draws without replacement, which matters in small samples.",
    question="Can one label be paired with itself?",
)
_add(
    "tau-is-share",
    "Tau is the share of pairs in order",
    wrong="Kendall's τ runs from 0 to 1.",
    tempts="A share of pairs is easy to think of.",
    right="Pairs in the wrong order are subtracted: the reverse order is −1.",
    question="What should the exact reverse score: 0, or −1?",
)
_add(
    "tau-ap-symmetric",
    "Either way round",
    wrong="It does not matter which ranking is the reference.",
    tempts="Kendall's τ is symmetric.",
    right="τ_AP is not: the reference comes first, the estimate second.",
    question="At whose top does an error hurt?",
)
_add(
    "tau-sees-the-top",
    "Tau sees the top",
    wrong="Kendall's τ punishes errors at the top more.",
    tempts="For rankings one would want it to.",
    right="Every swap costs the same. τ_AP is the one that weighs the top.",
    question="Swap ranks 1 and 2, or 99 and 100: does τ notice the difference?",
)
_add(
    "rbo-truncated",
    "What was seen is all",
    wrong="Two equal lists of ten have an RBO of what their ten ranks add up to.",
    tempts="The sum ends where the lists end.",
    right="Truncated, equal lists score 1 − p^n. The extrapolated form reaches 1.",
    question="Should a list be less than fully similar to itself?",
)
_add(
    "rbo-is-overlap",
    "Overlap in any order",
    wrong="Similarity of lists is the share of common items.",
    tempts="Sets are simple.",
    right="RBO looks at every depth, the top most: the same items in another order are less alike.",
    question="Are a list and its reverse the same list?",
)
