"""The formulas: plain lists, sets and dicts in, a float out. Standard library only.

One function per measure, in the file of its family:

    binary      relevant or not: P@k, R@k, F, success, R-precision, RR, AP, interpolated precision
    graded      how relevant: CG, DCG, IDCG, nDCG, ERR, and RBP
    incomplete  not everything was judged: judged@k, bpref, infAP, condensed lists
    diversity   more than one meaning: category entropy, α-nDCG, ERR-IA, subtopic recall
    overlap     which part of the text: token and span IoU, precision, recall, F1, both omegas
    answers     what was said: exact match, token F1, abstention
    scores      what a score threshold says, and what it cannot
    agreement   two judges, or two rankings: kappa, alpha, tau, tau_ap, rbo

Arguments are checked in `checks`, apart from the formulas. Shared by every function that takes a ranking:
`k=None` means the whole list; `duplicates="first"` keeps the best-ranked copy of a document that was returned
twice (otherwise that is an error); where relevance is yes or no, `min_grade=2` asks for at least that grade.
"""
