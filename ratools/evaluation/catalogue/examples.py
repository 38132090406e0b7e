"""The examples that the golden values are of."""

# One query: d6 is unjudged, d7 was never retrieved.
RUN = ["d1", "d2", "d3", "d6", "d4", "d5"]
GRADES = {"d1": 2, "d2": 0, "d3": 1, "d4": 0, "d5": 1, "d7": 1}

# A sampled pool: d3 was pooled but not judged, x was in no pool.
POOL_RUN = ["d1", "d2", "d3", "d4", "x", "d6"]
POOL = {"d1": 1, "d2": 0, "d3": -1, "d4": 1, "d5": 0, "d6": 1}

FIRST_HITS_3_1_2 = (
    {"q1": ["x", "y", "a"], "q2": ["a"], "q3": ["x", "a"]},
    {"q1": {"a"}, "q2": {"a"}, "q3": {"a"}},
)

PAGE = ["b", "a", "c", "e", "d"]
INTENTS = {"a": {1}, "b": {1, 2}, "c": {2}, "d": {3}}

WORDS = "the cat sat on the mat the dog sat on the log".split()
EXPECTED, RETRIEVED = WORDS[3:8], WORDS[6:12]
CHUNKS = [(0, 6), (3, 9), (6, 12)]

JUDGE_A = [1, 1, 0, 0, 2, 2, 1, 0, 3, 1]
JUDGE_B = [1, 0, 0, 0, 2, 1, 1, 0, 3, 2]
JUDGE_C = [1, 1, 0, 0, 2, 2, 1, 1, 3, 1]

NO = "It is not mentioned in the document."
REFERENCES = [NO if should == "1" else "yes" for should in "0000001111"]
PREDICTIONS = [NO if did == "1" else "yes" for did in "0000111110"]
ABSTENTION_REPORT = {
    "abstention_accuracy": 0.75,
    "accuracy": 0.7,
    "precision": 0.6,
    "recall": 0.75,
    "f1": 2 / 3,
    "over_abstention": 1 / 3,
    "coverage": 0.5,
    "accuracy_when_answering": 0.8,
}

# One impossible question, answered all the same: there is no abstention and no other question to have a share in.
NO_SHARE = dict.fromkeys(("abstention_accuracy", "accuracy", "recall", "f1", "accuracy_when_answering"), 0.0)
NO_SHARE |= {"precision": None, "over_abstention": None, "coverage": 1.0}

SHOP = [
    {"doc_id": 1, "score": 0.35, "category": "Tecnología"},
    {"doc_id": 2, "score": 0.22, "category": "Tecnología"},
    {"doc_id": 3, "score": 0.12, "category": "Ropa"},
    {"doc_id": 4, "score": 0.04, "category": "Tecnología"},
    {"doc_id": 5, "score": 0.01, "category": "Cosméticos"},
]
SHOP_REPORT = {
    "average_precision": 1.0,
    "precision": 0.4,
    "recall": 1.0,
    "retrieved_count": 5,
    "relevant_count": 2,
    "nonrelevant_count": 2,
    "retrieved_and_relevant": 2,
}
BINS = ["0.0-0.1", "0.1-0.2", "0.2-0.3", "0.3-0.4", "0.4-0.5", "0.5+"]
EDGES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 7]


def binarised(labels):
    """Grades as relevant or not."""
    return [int(label >= 1) for label in labels]
