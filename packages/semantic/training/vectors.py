"""Arithmetic on sums of rows."""

import numpy as np


def sum_by_owner(values, owners, count):
    """Sums of consecutive values of one owner; owners ascend."""
    sums = np.zeros((count, values.shape[1]), np.float32)
    if len(owners) > 0:
        first = np.flatnonzero(np.concatenate([[True], owners[1:] != owners[:-1]]))
        sums[owners[first]] = np.add.reduceat(values, first, axis=0)
    return sums


def to_unit_length(vectors):
    lengths = np.sqrt((vectors * vectors).sum(1, keepdims=True)) + 1e-8
    return vectors / lengths, lengths


def inverse_document_frequency(bags, size):
    frequency = np.bincount(bags.rows, minlength=size)
    return (np.log(1 + len(bags.lengths) / (frequency + 1)) * (frequency > 0)).astype(np.float32)
