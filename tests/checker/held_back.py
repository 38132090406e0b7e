"""Wrong functions, one natural slip each, written before the checker was tried on them; `cell` runs one."""

import linecache
from itertools import count

number = count()


def cell(source, name):
    """What a notebook cell defines, with its source where `inspect` finds it."""
    file, space = f"<cell {next(number)}>", {"__name__": "__main__"}
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    exec(compile(source, file, "exec"), space)
    return space[name]


CELLS = {
    "precision: return inside the loop": """
def precision_at_k(retrieved, relevant, k):
    hits = 0
    for doc in retrieved[:k]:
        if doc in relevant:
            hits += 1
        return hits / k
""",
    "precision: one too many": """
def precision_at_k(retrieved, relevant, k):
    top = retrieved[:k + 1]
    hits = len([doc for doc in top if doc in relevant])
    return hits / k
""",
    "precision: upside down": """
def precision_at_k(retrieved, relevant, k):
    hits = 0
    for doc in retrieved[:k]:
        if doc in relevant:
            hits = hits + 1
    if hits == 0:
        return 0.0
    return k / hits
""",
    "precision: a short list is indexed": """
def precision_at_k(retrieved, relevant, k):
    hits = 0
    for i in range(k):
        if retrieved[i] in relevant:
            hits += 1
    return hits / k
""",
    "precision: per cent": """
def precision_at_k(retrieved, relevant, k):
    hits = set(retrieved[:k]) & set(relevant)
    return len(hits) / k * 100
""",
    "precision: the last k": """
def precision_at_k(retrieved, relevant, k):
    hits = sum(1 for doc in retrieved[-k:] if doc in relevant)
    return hits / k
""",
    "recall: divided by the number found": """
def recall_at_k(retrieved, relevant, k):
    found = [doc for doc in retrieved[:k] if doc in relevant]
    if not relevant or not found:
        return 0.0
    return len(found) / len(found)
""",
    "recall: counts the misses": """
def recall_at_k(retrieved, relevant, k):
    if not relevant:
        return 0.0
    top_k = set(retrieved[:k])
    missed = 0
    for doc in relevant:
        if doc not in top_k:
            missed += 1
    return missed / len(relevant)
""",
    "recall: range begins at 1": """
def recall_at_k(retrieved, relevant, k):
    hits = 0
    for i in range(1, min(k, len(retrieved))):
        if retrieved[i] in relevant:
            hits += 1
    return hits / len(relevant) if relevant else 0.0
""",
    "f: brackets": """
def f_score_at_k(retrieved, relevant, k, beta=1.0):
    hits = len(set(retrieved[:k]) & set(relevant))
    p = hits / k
    r = hits / len(relevant) if relevant else 0
    if p == 0 or r == 0:
        return 0.0
    return (1 + beta ** 2) * p * r / beta ** 2 * p + r
""",
    "success: returns at the first miss": """
def success_at_k(retrieved, relevant, k):
    for doc in retrieved[:k]:
        if doc in relevant:
            return 1.0
        else:
            return 0.0
    return 0.0
""",
    "success: counts": """
def success_at_k(retrieved, relevant, k):
    found = 0.0
    for doc in retrieved[:k]:
        if doc in relevant:
            found += 1.0
    return found
""",
    "r-precision: k is the length of the list": """
def r_precision(retrieved, relevant):
    r = len(relevant)
    if r == 0:
        return 0.0
    hits = 0
    for doc in retrieved:
        if doc in relevant:
            hits += 1
    return hits / r
""",
    "rr: of the last hit": """
def reciprocal_rank(retrieved, relevant):
    result = 0.0
    for rank, doc in enumerate(retrieved, start=1):
        if doc in relevant:
            result = 1 / rank
    return result
""",
    "rr: nothing returned when nothing is found": """
def reciprocal_rank(retrieved, relevant):
    for i, doc in enumerate(retrieved):
        if doc in relevant:
            return 1 / (i + 1)
""",
    "rr: the rank is counted in the if": """
def reciprocal_rank(retrieved, relevant):
    rank = 1
    for doc in retrieved:
        if doc in relevant:
            return 1 / rank
            rank += 1
    return 0.0
""",
    "mrr: the sum": """
def mean_reciprocal_rank(results, ground_truth):
    total = 0
    for query, docs in results.items():
        for rank, doc in enumerate(docs, start=1):
            if doc in ground_truth[query]:
                total += 1 / rank
                break
    return total
""",
    "mrr: leaves the outer loop": """
def mean_reciprocal_rank(results, ground_truth):
    total = 0
    for query in results:
        rank = 0
        for doc in results[query]:
            rank += 1
            if doc in ground_truth[query]:
                total += 1 / rank
                break
        return total / len(results)
""",
    "mrr: the rank is not set back": """
def mean_reciprocal_rank(results, ground_truth):
    total, rank = 0, 0
    for query in results:
        for doc in results[query]:
            rank += 1
            if doc in ground_truth[query]:
                total += 1 / rank
                break
    return total / len(results)
""",
    "ap: 1 / rank": """
def average_precision(retrieved, relevant):
    if not relevant:
        return 0.0
    hits, total = 0, 0
    for rank, doc in enumerate(retrieved, start=1):
        if doc in relevant:
            hits += 1
            total += 1 / rank
    return total / len(relevant)
""",
    "ap: the hit is counted too late": """
def average_precision(retrieved, relevant):
    hits, total = 0, 0
    for rank, doc in enumerate(retrieved, start=1):
        if doc in relevant:
            total += hits / rank
            hits += 1
    return total / len(relevant) if relevant else 0.0
""",
    "ap: the rank from 0": """
def average_precision(retrieved, relevant):
    hits, total = 0, 0
    for rank, doc in enumerate(retrieved):
        if doc in relevant:
            hits += 1
            total += hits / (rank + 2)
    return total / len(relevant) if relevant else 0.0
""",
    "map: hits are not set back": """
def mean_average_precision(results, ground_truth):
    scores = []
    hits = 0
    for query, docs in results.items():
        total = 0
        for rank, doc in enumerate(docs, start=1):
            if doc in ground_truth[query]:
                hits += 1
                total += hits / rank
        scores.append(total / len(ground_truth[query]) if ground_truth[query] else 0)
    return sum(scores) / len(scores)
""",
    "dcg: sorted before discounting": """
from math import log2

def dcg_at_k(relevances, k):
    total = 0
    top = sorted(relevances[:k], reverse=True)
    for i, rel in enumerate(top):
        total += rel / log2(i + 2)
    return total
""",
    "dcg: replaced, not added": """
import math

def dcg_at_k(relevances, k):
    total = 0
    for i, rel in enumerate(relevances[:k]):
        total = rel / math.log2(i + 2)
    return total
""",
    "dcg: times the logarithm": """
import math

def dcg_at_k(relevances, k):
    total = 0.0
    for i in range(min(k, len(relevances))):
        total += relevances[i] * math.log2(i + 2)
    return total
""",
    "dcg: log of the wrong thing": """
import math

def dcg_at_k(relevances, k):
    total = 0.0
    for rank, rel in enumerate(relevances[:k], 1):
        total += rel / (math.log2(rank) + 1)
    return total
""",
    "ideal: the worst order": """
from math import log2

def ideal_dcg_at_k(grades, k):
    best = sorted(grades.values())[:k]
    return sum(g / log2(i + 2) for i, g in enumerate(best))
""",
    "ndcg: ideal cut at the length of the list": """
from math import log2

def ndcg_at_k(retrieved, relevance_scores, k):
    gains = [relevance_scores.get(doc, 0) for doc in retrieved[:k]]
    ideal = sorted(relevance_scores.values(), reverse=True)[:len(gains)]
    dcg = sum(g / log2(i + 2) for i, g in enumerate(gains))
    idcg = sum(g / log2(i + 2) for i, g in enumerate(ideal))
    return dcg / idcg if idcg > 0 else 0.0
""",
    "ndcg: unjudged documents skipped": """
from math import log2

def ndcg_at_k(retrieved, relevance_scores, k):
    gains = [relevance_scores[doc] for doc in retrieved[:k] if doc in relevance_scores]
    ideal = sorted(relevance_scores.values(), reverse=True)[:k]
    dcg = sum(g / log2(i + 2) for i, g in enumerate(gains))
    idcg = sum(g / log2(i + 2) for i, g in enumerate(ideal))
    return dcg / idcg if idcg > 0 else 0.0
""",
    "ndcg: divided by the sum of the ideal": """
from math import log2

def dcg(gains):
    return sum(g / log2(i + 2) for i, g in enumerate(gains))

def ndcg_at_k(retrieved, relevance_scores, k):
    gains = [relevance_scores.get(doc, 0) for doc in retrieved[:k]]
    ideal = sorted(relevance_scores.values(), reverse=True)[:k]
    if sum(ideal) == 0:
        return 0.0
    return dcg(gains) / sum(ideal)
""",
    "ndcg: a slip in a helper": """
from math import log2

def dcg(gains):
    return sum(g / log2(i + 1.5) for i, g in enumerate(gains, start=1))

def ndcg_at_k(retrieved, relevance_scores, k):
    gains = [relevance_scores.get(doc, 0) for doc in retrieved[:k]]
    ideal = sorted(relevance_scores.values(), reverse=True)[:k]
    return dcg(gains) / dcg(ideal) if any(ideal) else 0.0
""",
    "rbp: exponent": """
def rbp(retrieved, relevant, p=0.8):
    total = 0
    for i, doc in enumerate(retrieved):
        if doc in relevant:
            total += p ** (i - 1)
    return total * (1 - p)
""",
    "err: the reader stays": """
def err_at_k(retrieved, grades, k, g_max=4):
    p, err = 1.0, 0.0
    for rank, doc in enumerate(retrieved[:k], start=1):
        r = (2 ** grades.get(doc, 0) - 1) / 2 ** g_max
        p *= 1 - r
        err += p * r / rank
    return err
""",
    "entropy: the sign": """
from math import log2

def category_entropy(categories):
    h = 0
    for c in set(categories):
        p = categories.count(c) / len(categories)
        h += p * log2(p)
    return h
""",
    "subtopics: a list": """
def subtopic_recall_at_k(retrieved, subtopics, k):
    every = set()
    for topics in subtopics.values():
        every.update(topics)
    covered = []
    for doc in retrieved[:k]:
        covered.extend(subtopics.get(doc, set()))
    if not every:
        return 0.0
    return len(covered) / len(every)
""",
    "bpref: unjudged ones count": """
def bpref(retrieved, judgements):
    R = sum(1 for g in judgements.values() if g > 0)
    N = len(judgements) - R
    if R == 0:
        return 0.0
    above, total = 0, 0.0
    for doc in retrieved:
        if judgements.get(doc, 0) > 0:
            total += 1 - min(above, R) / min(R, N) if above else 1
        else:
            above += 1
    return total / R
""",
    "judged: the unjudged ones": """
def judged_at_k(retrieved, judgements, k):
    top = retrieved[:k]
    if not top:
        return 0.0
    return len([doc for doc in top if doc not in judgements]) / len(top)
""",
    "kappa: pooled chance": """
def cohen_kappa(first_labels, second_labels):
    n = len(first_labels)
    observed = sum(a == b for a, b in zip(first_labels, second_labels)) / n
    both = first_labels + second_labels
    chance = sum((both.count(x) / len(both)) ** 2 for x in set(both))
    return (observed - chance) / (1 - chance)
""",
    "kappa: brackets": """
def cohen_kappa(first_labels, second_labels):
    n = len(first_labels)
    agree = 0
    for a, b in zip(first_labels, second_labels):
        if a == b:
            agree += 1
    po = agree / n
    pe = 0
    for x in set(first_labels):
        pe += first_labels.count(x) * second_labels.count(x) / n
    return (po - pe) / (1 - pe)
""",
    "tau: pairs counted twice": """
def kendall_tau(first_ranking, second_ranking):
    n = len(first_ranking)
    score = 0
    for i in range(n):
        for j in range(n):
            a, b = first_ranking[i], first_ranking[j]
            if second_ranking.index(a) < second_ranking.index(b):
                score += 1
            else:
                score -= 1
    return score / (n * (n - 1) / 2)
""",
    "token precision: divided by the other": """
def token_precision(retrieved_tokens, expected_tokens):
    a, b = set(retrieved_tokens), set(expected_tokens)
    if not a or not b:
        return 0.0
    return len(a & b) / len(a | b)
""",
    "token iou: lists": """
def token_iou(retrieved_tokens, expected_tokens):
    both = [t for t in set(retrieved_tokens) if t in expected_tokens]
    union = retrieved_tokens + expected_tokens
    if not union:
        return 0.0
    return len(both) / len(union)
""",
    "span recall: the end counts": """
def span_recall(retrieved_spans, expected_spans):
    got, want = set(), set()
    for start, end in retrieved_spans:
        got.update(range(start, end + 1))
    for start, end in expected_spans:
        want.update(range(start, end))
    return len(got & want) / len(want) if want else 0.0
""",
    "exact match: case": """
def exact_match(prediction, reference):
    if prediction.split() == reference.lower().split():
        return 1
    return 0
""",
    "f1: sets": """
def f1_score(prediction, reference):
    said = prediction.lower().split()
    gold = reference.lower().split()
    common = sum(1 for word in said if word in gold)
    if common == 0:
        return 0.0
    p, r = common / len(said), common / len(gold)
    return 2 * p * r / (p + r)
""",
    "abstention: over all questions": """
def abstention_accuracy(predictions, references, abstention_token="It is not mentioned in the document."):
    impossible = right = 0
    for said, gold in zip(predictions, references):
        if gold == abstention_token:
            impossible += 1
            if said == abstention_token:
                right += 1
    return right / len(references) if impossible else 0.0
""",
    "classes: the border": """
def score_classes(results):
    out = []
    for s in results:
        if s > 0.15:
            out.append("relevant")
        elif s >= 0.05:
            out.append("grey")
        else:
            out.append("nonrelevant")
    return out
""",
    "categories: begins at 0": """
def matches_by_category(results):
    counts = {}
    for row in results:
        if row["category"] in counts:
            counts[row["category"]] += 1
        else:
            counts[row["category"]] = 0
    return counts
""",
    "precision: counter reset in loop": """
def precision_at_k(retrieved, relevant, k):
    for doc in retrieved[:k]:
        hits = 0
        if doc in relevant:
            hits += 1
    return hits / k
""",
    "f: beta not squared above": """
def f_score_at_k(retrieved, relevant, k, beta=1.0):
    tp = len([d for d in retrieved[:k] if d in relevant])
    if tp == 0:
        return 0.0
    precision = tp / k
    recall = tp / len(relevant)
    b = beta ** 2
    return (1 + beta) * precision * recall / (b * precision + recall)
""",
    "rr: index without + 1": """
def reciprocal_rank(retrieved, relevant):
    for doc in retrieved:
        if doc in relevant:
            return 1 / retrieved.index(doc)
    return 0.0
""",
    "mrr: append inside": """
def mean_reciprocal_rank(results, ground_truth):
    scores = []
    for q, docs in results.items():
        score = 0
        for i, d in enumerate(docs, 1):
            if d in ground_truth[q]:
                score = 1 / i
                break
            scores.append(score)
    return sum(scores) / len(results)
""",
    "ap: every rank": """
def average_precision(retrieved, relevant):
    if not relevant:
        return 0.0
    hits = 0
    total = 0
    for rank in range(1, len(retrieved) + 1):
        if retrieved[rank - 1] in relevant:
            hits += 1
        total += hits / rank
    return total / len(relevant)
""",
    "ndcg: upside down": """
import math
def ndcg_at_k(retrieved, relevance_scores, k):
    def dcg(scores):
        return sum(s / math.log2(i + 2) for i, s in enumerate(scores))
    actual = [relevance_scores.get(d, 0) for d in retrieved[:k]]
    ideal = sorted(relevance_scores.values(), reverse=True)[:k]
    best = dcg(ideal)
    return best / dcg(actual) if dcg(actual) else 0.0
""",
    "ndcg: same sum used": """
import math
def ndcg_at_k(retrieved, relevance_scores, k):
    dcg = idcg = 0.0
    for i, d in enumerate(retrieved[:k]):
        dcg += relevance_scores.get(d, 0) / math.log2(i + 2)
    for i, g in enumerate(sorted(relevance_scores.values(), reverse=True)[:k]):
        dcg += g / math.log2(i + 2)
    if idcg == 0:
        return 0.0
    return dcg / idcg
""",
    "err: minus 1 forgotten": """
def err_at_k(retrieved, grades, k, g_max=4):
    err, stay = 0, 1
    for i, d in enumerate(retrieved[:k]):
        r = (2 ** grades.get(d, 0)) / 2 ** g_max
        err += stay * r / (i + 1)
        stay = stay * (1 - r)
    return err
""",
    "judged: relevant ones only": """
def judged_at_k(retrieved, judgements, k):
    n = 0
    for d in retrieved[:k]:
        if judgements.get(d, 0) > 0:
            n += 1
    return n / min(k, len(retrieved)) if retrieved else 0.0
""",
    "kappa: one judge twice": """
def cohen_kappa(first_labels, second_labels):
    n = len(first_labels)
    po = sum(1 for a, b in zip(first_labels, second_labels) if a == b) / n
    pe = sum((first_labels.count(c) / n) * (first_labels.count(c) / n) for c in set(first_labels))
    if pe == 1:
        return 1.0
    return (po - pe) / (1 - pe)
""",
    "token f1: factor 2": """
def token_f1(retrieved_tokens, expected_tokens):
    a, b = set(retrieved_tokens), set(expected_tokens)
    common = len(a & b)
    if common == 0:
        return 0.0
    p, r = common / len(a), common / len(b)
    return p * r / (p + r)
""",
    "abstention: of those who abstained": """
def abstention_accuracy(predictions, references, abstention_token="It is not mentioned in the document."):
    total = correct = 0
    for p, r in zip(predictions, references):
        if p == abstention_token:
            total += 1
            if r == abstention_token:
                correct += 1
    return correct / total if total else 0.0
""",
}
