"""What is measured: small retrieval systems, from scratch. numpy only.

words           a text → its words; a word → its stem; english_words: what a search engine for English indexes
lexical         TfIdf and Bm25: words in common, counted; and what all systems share: `search(query, k)` → pairs best
                first, `run(queries)` → what `evaluate` takes
dense           words and meanings as vectors: Lsa (latent semantic analysis), or Vectors of sentences that are shipped
combined        RankFusion and ScoreFusion: several systems made one; Reranker and TwoStages: a second look at the first
                results
chunking        a text → spans (start, end); the ways to cut that are compared, and their recall, precision, IoU and
                both omegas, at k chunks or at an equal budget
answering       a sentence, or the part of it that was asked for, from the documents found, or a word that it is not
                there; Pipeline: documents found → chunks → answer, each stage to be replaced by itself
answer_scoring  which stage failed, for any system's answers: retrieval, chunk, sentence or cut; systems that answer,
                side by side, each mean with its interval
other_judgements    the help centre as others would judge it: a smaller pool, a rule, vectors
datasets/       the course's data, and the standard library's docstrings

`data/make/` holds the commands that make what `data/` ships: `python -m data.make.runs`, from the checkout.
"""
