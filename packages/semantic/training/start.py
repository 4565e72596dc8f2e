"""Where training starts from: latent semantic analysis of all texts."""

import numpy as np

from sources import Bags, VIEWS
from vectors import to_unit_length

# Columns of the random subspace beyond those that are kept (Halko, Martinsson and Tropp 2011).
OVERSAMPLING = 8
POWER_STEPS = 1
CHUNK = 400_000
# Length of the noise beside a row of length 1; rows of words that hardly any text holds are nothing but noise.
NOISE = 0.45
# Mean length of a row.
LENGTH = 0.7


def starting_rows(sources, size, dimensions, random):
    texts = [bags for source in sources if not source.name.startswith(VIEWS) for bags in (source.documents, source.queries)]
    bags = Bags.joined(texts)
    weights = np.log(1 + len(bags.lengths) / (np.bincount(bags.rows, minlength=size) + 1)).astype(np.float32)
    rows = to_unit_length(latent_rows(bags, weights, size, dimensions, random))[0]
    rows += NOISE * random.standard_normal(rows.shape).astype(np.float32) / np.sqrt(dimensions)
    return (to_unit_length(rows)[0] * LENGTH * (weights / weights.mean())[:, None]).astype(np.float32)


def latent_rows(bags, weights, size, dimensions, random):
    """Right singular vectors of the texts' tf-idf rows, each times the square root of its singular value."""
    owners, count = bags.owners(), len(bags.lengths)
    values = bags.weights * weights[bags.rows]
    lengths = np.sqrt(np.bincount(owners, values * values, minlength=count)) + 1e-9
    values = (values / lengths[owners]).astype(np.float32)
    order = np.argsort(bags.rows, kind="stable")
    by_text = (owners, bags.rows, values, count)
    by_token = (bags.rows[order], owners[order], values[order], size)
    basis = random.standard_normal((size, dimensions + OVERSAMPLING)).astype(np.float32)
    for _ in range(POWER_STEPS + 1):
        basis, _ = np.linalg.qr(multiply(by_token, multiply(by_text, basis)))
    image = multiply(by_text, basis)
    squares, turns = np.linalg.eigh(image.T @ image)
    kept = np.argsort(-squares)[:dimensions]
    return (basis @ turns[:, kept]) * np.maximum(squares[kept], 0)[None] ** 0.25


def multiply(matrix, dense):
    """A sparse matrix, given as ascending lines, columns and values, times a dense one."""
    lines, columns, values, count = matrix
    product = np.zeros((count, dense.shape[1]), np.float32)
    for start in range(0, len(lines), CHUNK):
        chunk = slice(start, start + CHUNK)
        line = lines[chunk]
        first = np.flatnonzero(np.concatenate([[True], line[1:] != line[:-1]]))
        product[line[first]] += np.add.reduceat(dense[columns[chunk]] * values[chunk, None], first, axis=0)
    return product
