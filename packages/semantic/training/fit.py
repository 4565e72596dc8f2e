"""Contrastive training: a query's right document against all others of its batch, and one that only looks right."""

import numpy as np
from scipy.sparse import csr_matrix

from sources import GENERAL, VIEWS
from vectors import to_unit_length

TEMPERATURE = 0.1
LEARNING_RATE = 0.003
MOMENTUM, SQUARES = 0.9, 0.99
BATCH = 384
# A batch is drawn from so many sources, the same one perhaps several times.
DRAWS = 8
# Share of the tokens that are hidden.
DROPOUT = 0.15
VIEW_WEIGHT = 0.5
QUERY, DOCUMENT = 0, 1


class Adam:
    """Adam (Kingma and Ba 2015) for the rows that a batch touches alone."""

    def __init__(self, values):
        self.values = values
        self.mean, self.square = np.zeros_like(values), np.zeros_like(values)

    def step(self, touched, gradient, rate, time):
        self.mean[touched] = MOMENTUM * self.mean[touched] + (1 - MOMENTUM) * gradient
        self.square[touched] = SQUARES * self.square[touched] + (1 - SQUARES) * gradient**2
        unbiased = np.sqrt(1 - SQUARES**time) / (1 - MOMENTUM**time)
        self.values[touched] -= rate * unbiased * self.mean[touched] / (np.sqrt(self.square[touched]) + 1e-8)


class Side:
    """Vectors of queries or documents, and what is needed to learn from them."""

    def __init__(self, parts, count, rows, gates, random):
        tokens, weights, owners = parts
        kept = random.random(len(tokens)) >= DROPOUT
        tokens, factors = tokens[kept], weights[kept] * np.exp(gates[tokens[kept]])
        self.touched, columns = np.unique(tokens, return_inverse=True)
        self.rows = rows[self.touched]
        self.factors = csr_matrix((factors, (owners[kept], columns)), shape=(count, len(self.touched)))
        self.vectors, self.lengths = to_unit_length(self.factors @ self.rows)

    def gradients(self, of_vectors):
        """Of the rows and gates of the tokens that are touched."""
        along = (of_vectors * self.vectors).sum(1, keepdims=True)
        of_rows = self.factors.T.tocsr() @ ((of_vectors - self.vectors * along) / self.lengths)
        return of_rows, (of_rows * self.rows).sum(1)


def fit(sources, rows, steps, general, random, tell):
    """Learns the rows, which are changed, and gates: logarithms of what a token counts in queries and in documents."""
    gates = np.zeros((2, len(rows)), np.float32)
    row_steps, gate_steps = Adam(rows), [Adam(gates[QUERY]), Adam(gates[DOCUMENT])]
    shares = source_shares(sources, general)
    running = None
    for time in range(1, steps + 1):
        batch = Batch(sources, shares, random)
        queries = Side(batch.query_parts, batch.count, rows, gates[QUERY], random)
        documents = Side(batch.document_parts, 2 * batch.count, rows, gates[DOCUMENT], random)
        loss, of_scores = softmax_loss(queries.vectors @ documents.vectors.T, batch.also_right)
        of_query_rows, of_query_gates = queries.gradients(of_scores @ documents.vectors)
        of_document_rows, of_document_gates = documents.gradients(of_scores.T @ queries.vectors)
        touched = np.union1d(queries.touched, documents.touched)
        of_rows = np.zeros((len(touched), rows.shape[1]), np.float32)
        of_rows[np.searchsorted(touched, queries.touched)] += of_query_rows
        of_rows[np.searchsorted(touched, documents.touched)] += of_document_rows
        rate = LEARNING_RATE * (1 - (time - 1) / steps)
        row_steps.step(touched, of_rows, rate, time)
        gate_steps[QUERY].step(queries.touched, of_query_gates, rate, time)
        gate_steps[DOCUMENT].step(documents.touched, of_document_gates, rate, time)
        running = loss if running is None else 0.98 * running + 0.02 * loss
        if time % 100 == 0:
            tell(f"step {time} of {steps}, loss {running:.3f}")
    return gates


def source_shares(sources, general):
    """How likely each source is drawn: by the square root of its size, general texts so many times more often."""
    shares = np.array([len(source.right) ** 0.5 for source in sources])
    for i, source in enumerate(sources):
        if source.name.removeprefix(VIEWS) in GENERAL:
            shares[i] *= general
        if source.name.startswith(VIEWS):
            shares[i] *= VIEW_WEIGHT
    return shares / shares.sum()


class Batch:
    """Queries, then the right document of each, then a wrong one of each."""

    def __init__(self, sources, shares, random):
        drawn = random.choice(len(sources), DRAWS, p=shares)
        queries, right, wrong, asked = [], [], [], []
        self.also_right = []
        self.count = 0
        for index in np.unique(drawn):
            source = sources[index]
            size = min(BATCH // DRAWS * int((drawn == index).sum()), len(source.right))
            chosen = random.choice(len(source.right), size, replace=False)
            one = np.array([source.right[i][random.integers(len(source.right[i]))] for i in chosen])
            hard = source.hard[chosen, random.integers(0, source.hard.shape[1], size)]
            queries.append(shifted(source.queries.take(chosen), self.count))
            right.append((source, one))
            wrong.append((source, hard))
            asked.append((self.count, chosen, source))
            self.count += size
        self.query_parts = joined(queries)
        documents, places, place = [], [], 0
        for source, ids in right + wrong:
            documents.append(shifted(source.documents.take(ids), place))
            places.append((source, ids, place))
            place += len(ids)
        self.document_parts = joined(documents)
        for first, chosen, source in asked:
            own = [(ids, start) for other, ids, start in places if other is source]
            ids = np.concatenate([ids for ids, _ in own])
            columns = np.concatenate([start + np.arange(len(ids)) for ids, start in own])
            for line, query in enumerate(chosen, first):
                right = source.right[query]
                same = ids == right[0] if len(right) == 1 else np.isin(ids, right)
                self.also_right.extend((line, column) for column in columns[same] if column != line)


def shifted(parts, by):
    rows, weights, owners = parts
    return rows, weights, owners + by


def joined(parts):
    return tuple(np.concatenate(column) for column in zip(*parts))


def softmax_loss(cosines, also_right):
    """The mean loss and its gradient by the cosines; a query's own document stands in its own column."""
    scores = cosines / TEMPERATURE
    if also_right:
        scores[tuple(np.array(also_right).T)] = -1e9
    shares = np.exp(scores - scores.max(1, keepdims=True))
    shares /= shares.sum(1, keepdims=True)
    own = np.arange(len(shares))
    loss = float(-np.log(shares[own, own] + 1e-9).mean())
    shares[own, own] -= 1
    return loss, shares / (len(shares) * TEMPERATURE)
