"""What is measured: small retrieval systems, from scratch. numpy only.

tokeniser    a text → its words
retriever    what all systems share: `search(query, k)` → pairs best first, `run(queries)` → what `evaluate` takes
tfidf, bm25  words in common, counted
dense        words and meanings as vectors: latent semantic analysis, or sentence vectors that are shipped
hybrid       two systems made one: by rank, or by score
reranker     a second look at the first results
chunkers     a text → spans (start, end)
answerer     a sentence, or a number, out of the documents found; or a word that it is not there
collections  the course's data, and the standard library's docstrings

make_vectors and make_runs are commands: `python -m ratools.systems.make_runs`.
"""
