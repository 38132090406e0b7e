"""The formulas: plain lists, sets and dicts in, a float out. Standard library only.

One vocabulary, in code, errors and explanations:

    retrieved    the documents a system returned for one query: a list of ids, best first, each once
    relevant     the documents it should have returned: a set or list of ids, or a dict of grades (relevant: grade > 0)
    grades       how relevant each judged document is: a dict {document: grade}, 0 for not relevant
    judgements   grades in which the sign counts too: a document that is missing, or below 0, was not judged
    gain         what a grade is worth: the grade itself ("linear"), or 2^grade − 1 ("exp")
    discount     what a gain is divided by at rank i: log2(i + 1)
    k            how many ranks count; None means all of them

Options that several share: `min_grade=2` asks for at least that grade where relevance is yes or no;
`duplicates="first"` keeps the best-ranked copy of a document that came back twice (otherwise that is an error).

Names that the course's sources fix, and what they are here:

    relevances                      grades in rank order, a list (`dcg_at_k` and its kin)
    relevance_scores                grades (`ndcg_at_k`)
    results, ground_truth           retrieved and relevant of many queries: dicts by query (`mean_reciprocal_rank`)
    results                         of one query, with scores: a list of dicts, best first (`retrieval_report`)
    prediction(s), reference(s)     what a system answered, and what it should have (`exact_match`)

One function per measure, in the file of its family:

    binary      relevant or not: P@k, R@k, F, success, R-precision, RR, AP, interpolated precision
    graded      how relevant: CG, DCG, IDCG, nDCG, ERR, and RBP
    incomplete  not everything was judged: judged@k, bpref, infAP, condensed lists
    diversity   more than one meaning: category entropy, α-nDCG, ERR-IA, subtopic recall
    overlap     which part of the text: token and span IoU, precision, recall, F1, both omegas
    answers     what was said: exact match, token F1, abstention
    scores      what a score threshold says, and what it cannot
    agreement   two judges, or two rankings: kappa, alpha, tau, tau_ap, rbo

A function's first lines convert its arguments, or refuse them with a reason: the `as_…` functions of `arguments`.
What follows is the formula.
"""
