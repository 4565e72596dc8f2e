"""Documents that look right for a query and are not."""

import numpy as np

from vectors import inverse_document_frequency, sum_by_owner, to_unit_length

PER_QUERY = 8
# Of so many nearest documents some are drawn: the very nearest are often right too.
NEAREST = 24
# Sources up to this size are searched; of larger ones, documents are drawn that share a rare word with the query.
MAX_SEARCHED = 12_000
# Dimensions of the random projection that tf-idf vectors are compared in.
PROJECTED = 384


def find_hard_documents(source, size, random):
    """Rows of wrong documents, a line for each query."""
    if len(source.documents.lengths) <= MAX_SEARCHED:
        return draw_nearest(source, size, random)
    return draw_sharing(source, size, random)


def draw_nearest(source, size, random):
    weights = inverse_document_frequency(source.documents, size)
    directions = random.standard_normal((size, PROJECTED)).astype(np.float32) / np.sqrt(PROJECTED)

    def project(bags):
        vectors = np.zeros((len(bags.lengths), PROJECTED), np.float32)
        for start in range(0, len(vectors), 4_000):
            chosen = np.arange(start, min(start + 4_000, len(vectors)))
            rows, counts, owners = bags.take(chosen)
            vectors[chosen] = sum_by_owner(directions[rows] * (counts * weights[rows])[:, None], owners, len(chosen))
        return to_unit_length(vectors)[0]

    documents, queries = project(source.documents), project(source.queries)
    nearest = min(NEAREST, len(documents))
    hard = np.zeros((len(queries), PER_QUERY), np.int64)
    for start in range(0, len(queries), 2_000):
        scores = queries[start : start + 2_000] @ documents.T
        for line, right in enumerate(source.right[start : start + 2_000]):
            scores[line, right] = -9
        best = np.argpartition(-scores, nearest - 1, axis=1)[:, :nearest]
        drawn = random.integers(0, nearest, (len(best), PER_QUERY))
        hard[start : start + 2_000] = np.take_along_axis(best, drawn, 1)
    return hard


def draw_sharing(source, size, random):
    queries, documents = source.queries, source.documents
    frequency = np.bincount(documents.rows, minlength=size)
    weights = queries.weights * inverse_document_frequency(documents, size)[queries.rows] ** 2
    sums = np.concatenate([[0], np.cumsum(weights * (frequency[queries.rows] > 1), dtype=np.float64)])
    begins, totals = sums[queries.starts[:-1]], sums[queries.starts[1:]] - sums[queries.starts[:-1]]
    holders = documents.owners()[np.argsort(documents.rows, kind="stable")]
    starts = np.concatenate([[0], np.cumsum(frequency)])
    hard = np.zeros((len(totals), PER_QUERY), np.int64)
    for column in range(PER_QUERY):
        points = begins + random.random(len(totals)) * totals * 0.999999
        places = np.minimum(np.searchsorted(sums[1:], points, side="right"), len(queries.rows) - 1)
        tokens = queries.rows[places]
        inner = (random.random(len(totals)) * np.maximum(frequency[tokens], 1)).astype(np.int64)
        drawn = holders[np.minimum(starts[tokens] + inner, len(holders) - 1)]
        lost = totals <= 0
        drawn[lost] = random.integers(0, len(documents.lengths), lost.sum())
        hard[:, column] = drawn
    return hard
