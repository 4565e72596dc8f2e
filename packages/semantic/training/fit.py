"""Contrastive training: a query's right document against all others of its batch, and one that only looks right."""

import numpy as np

from sources import GENERAL, VIEWS
from vectors import sum_by_owner, to_unit_length

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
        self.tokens, self.owners = tokens[kept], owners[kept]
        self.factors = weights[kept] * np.exp(gates[self.tokens])
        self.rows = rows[self.tokens]
        sums = sum_by_owner(self.rows * self.factors[:, None], self.owners, count)
        self.vectors, self.lengths = to_unit_length(sums)

    def gradients(self, of_vectors):
        """Of every token's row and gate."""
        along = (of_vectors * self.vectors).sum(1, keepdims=True)
        of_rows = ((of_vectors - self.vectors * along) / self.lengths)[self.owners] * self.factors[:, None]
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
        sides = [
            (queries, *queries.gradients(of_scores @ documents.vectors)),
            (documents, *documents.gradients(of_scores.T @ queries.vectors)),
        ]
        rate = LEARNING_RATE * (1 - (time - 1) / steps)
        tokens = np.concatenate([side.tokens for side, _, _ in sides])
        of_rows = np.concatenate([of_rows for _, of_rows, _ in sides])
        order = np.argsort(tokens, kind="stable")
        touched, first = np.unique(tokens[order], return_index=True)
        row_steps.step(touched, np.add.reduceat(of_rows[order], first, axis=0), rate, time)
        for (side, _, of_gates), steps_of_side in zip(sides, gate_steps):
            touched = np.unique(side.tokens)
            summed = np.bincount(side.tokens, of_gates, minlength=len(rows)).astype(np.float32)
            steps_of_side.step(touched, summed[touched], rate, time)
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
