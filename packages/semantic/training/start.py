"""Where training starts from: latent semantic analysis of all texts, joined with vectors learned elsewhere."""

import os

import numpy as np
from scipy.sparse import csr_matrix

from sources import Bags, VIEWS
from vectors import to_unit_length

# Columns of the random subspace beyond those that are kept (Halko, Martinsson and Tropp 2011).
OVERSAMPLING = 8
POWER_STEPS = 1
# Length of the noise beside a row of length 1; rows of words that hardly any text holds are nothing but noise.
NOISE = 0.45
# Mean length of a row.
LENGTH = 0.7
# What vectors learned elsewhere count beside those of the texts.
GIVEN_WEIGHT = 1.0
# Their first directions say how common a word is (Mu and Viswanath 2018, "All-but-the-top").
DROPPED = 2


def starting_rows(sources, tokens, dimensions, given, random):
    size = len(tokens)
    texts = [bags for source in sources if not source.name.startswith(VIEWS) for bags in (source.documents, source.queries)]
    bags = Bags.joined(texts)
    weights = np.log(1 + len(bags.lengths) / (np.bincount(bags.rows, minlength=size) + 1)).astype(np.float32)
    rows = to_unit_length(latent_rows(bags, weights, size, dimensions, random))[0]
    if given is not None:
        both = np.concatenate([rows, GIVEN_WEIGHT * given_rows(given, tokens)], axis=1)
        squares, turns = np.linalg.eigh(both.T @ both)
        rows = to_unit_length(both @ turns[:, np.argsort(-squares)[:dimensions]])[0]
    rows += NOISE * random.standard_normal(rows.shape).astype(np.float32) / np.sqrt(dimensions)
    return (to_unit_length(rows)[0] * LENGTH * (weights / weights.mean())[:, None]).astype(np.float32)


def given_rows(folder, tokens):
    """Vectors that were learned elsewhere, of length 1; zeros for tokens without one."""
    with open(os.path.join(folder, "start.txt"), encoding="utf8") as lines:
        place_of = {line.rstrip("\n"): place for place, line in enumerate(lines)}
    vectors = np.fromfile(os.path.join(folder, "start.bin"), "<f4").reshape(len(place_of), -1)
    known = [row for row, token in enumerate(tokens) if token in place_of]
    found = vectors[[place_of[tokens[row]] for row in known]]
    found -= found.mean(0)
    _, turns = np.linalg.eigh(found.T @ found)
    common = turns[:, -DROPPED:]
    rows = np.zeros((len(tokens), found.shape[1]), np.float32)
    rows[known] = to_unit_length(found - (found @ common) @ common.T)[0]
    return rows


def latent_rows(bags, weights, size, dimensions, random):
    """Right singular vectors of the texts' tf-idf rows, each times the square root of its singular value."""
    owners, count = bags.owners(), len(bags.lengths)
    values = bags.weights * weights[bags.rows]
    lengths = np.sqrt(np.bincount(owners, values * values, minlength=count)) + 1e-9
    values = (values / lengths[owners]).astype(np.float32)
    by_text = csr_matrix((values, (owners, bags.rows)), shape=(count, size))
    by_token = by_text.T.tocsr()
    basis = random.standard_normal((size, dimensions + OVERSAMPLING)).astype(np.float32)
    for _ in range(POWER_STEPS + 1):
        basis, _ = np.linalg.qr(by_token @ (by_text @ basis))
    image = by_text @ basis
    squares, turns = np.linalg.eigh(image.T @ image)
    kept = np.argsort(-squares)[:dimensions]
    return (basis @ turns[:, kept]) * np.maximum(squares[kept], 0)[None] ** 0.25
