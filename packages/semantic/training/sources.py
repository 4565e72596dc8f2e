"""The training texts as bags of tokens."""

import os

import numpy as np

FIELDS = ("name", "title", "ns", "desc", "param", "pdesc")
# As in src/read-document.ts; training and inference must weigh alike.
FIELD_WEIGHTS = {"name": 3, "title": 1, "ns": 1, "desc": 1, "param": 0.6, "pdesc": 0.2}
MAX_DESCRIPTION_TOKENS = 80
MAX_FIELD_TOKENS = 200
MAX_FIELD_COUNT = 3
# As in src/read-query.ts.
MAX_QUERY_TOKENS = 120
MAX_QUERY_COUNT = 2

# Texts of what tools, commands and words do; the others are requests of one benchmark each.
GENERAL = {"wordnet", "tldr", "catalog_toucan", "catalog_docker", "aws", "powershell", "fig", "openapi"}
# Sources whose documents are tools with descriptions.
CATALOGS = ("catalog_toucan", "catalog_docker", "sealtools", "toollinkos_main", "traject_bench", "metatool", "toolverifier")
VIEWS = "views_"

MIN_COUNT = 3
MAX_TOKEN_LENGTH = 24
# What a token can gain in rank from one source.
MAX_SOURCE_COUNT = 200


def read_sources(folder, leave_out):
    """Sources by name: documents as lists of tokens by field, and pairs of query tokens and right documents."""
    sources = {}
    for file in sorted(os.listdir(folder)):
        name = file.removesuffix(".tsv")
        if name == file or name in leave_out:
            continue
        documents, pairs = [], []
        with open(os.path.join(folder, file), encoding="utf8") as lines:
            for line in lines:
                kind, *parts = line.rstrip("\n").split("\t")
                if kind == "d":
                    documents.append([part.split() for part in parts])
                elif parts[0]:
                    pairs.append((parts[0].split(), [int(row) for row in parts[1].split()]))
        sources[name] = (documents, pairs)
    return sources


def add_views(sources):
    """Pairs that catalogs hold in themselves: description and name, name and description, parameters and tool."""
    for source in CATALOGS:
        if source not in sources:
            continue
        documents, pairs = [], []
        for name, title, ns, desc, param, pdesc in sources[source][0]:
            called = name + title
            if called and len(desc) >= 3:
                pairs.append((desc[:40], [len(documents)]))
                documents.append([name, title, ns, [], param, pdesc])
                pairs.append((called, [len(documents)]))
                documents.append([[], [], [], desc, param, pdesc])
            if len(pdesc) >= 4 and (called or desc):
                pairs.append((pdesc[:40], [len(documents)]))
                documents.append([name, title, ns, desc, [], []])
        sources[VIEWS + source] = (documents, pairs)


def choose_vocabulary(sources, size):
    """The tokens that most texts hold, most frequent first; no source counts one more than so often."""
    total = {}
    for name, (documents, pairs) in sources.items():
        if name.startswith(VIEWS):
            continue
        counts = {}
        for tokens in [{t for field in d for t in field} for d in documents] + [set(q) for q, _ in pairs]:
            for token in tokens:
                counts[token] = counts.get(token, 0) + 1
        for token, count in counts.items():
            total[token] = total.get(token, 0) + min(count, MAX_SOURCE_COUNT)
    known = [(t, c) for t, c in total.items() if c >= MIN_COUNT and len(t) <= MAX_TOKEN_LENGTH]
    known.sort(key=lambda item: (-item[1], item[0]))
    return [token for token, _ in known[:size]]


def count_tokens(tokens, row_of):
    counts = {}
    for token in tokens:
        row = row_of.get(token)
        if row is not None:
            counts[row] = counts.get(row, 0) + 1
    return counts


def query_bag(tokens, row_of):
    counts = count_tokens(tokens[:MAX_QUERY_TOKENS], row_of)
    return list(counts), [min(count, MAX_QUERY_COUNT) ** 0.5 for count in counts.values()]


def document_bag(document, row_of):
    sums = {}
    for field, tokens in zip(FIELDS, document):
        limit = MAX_DESCRIPTION_TOKENS if field == "desc" else MAX_FIELD_TOKENS
        for row, count in count_tokens(tokens[:limit], row_of).items():
            sums[row] = sums.get(row, 0) + FIELD_WEIGHTS[field] * min(count, MAX_FIELD_COUNT) ** 0.5
    return list(sums), [total**0.5 for total in sums.values()]


class Bags:
    """Bags behind each other: rows of tokens and what they count."""

    def __init__(self, rows, weights, lengths):
        self.rows, self.weights, self.lengths = rows, weights, lengths
        self.starts = np.concatenate([[0], np.cumsum(lengths)])

    @classmethod
    def of(cls, bags):
        lengths = np.array([len(rows) for rows, _ in bags], np.int64)
        rows = np.concatenate([np.asarray(rows, np.int32) for rows, _ in bags])
        weights = np.concatenate([np.asarray(weights, np.float32) for _, weights in bags])
        return cls(rows, weights, lengths)

    @classmethod
    def joined(cls, parts):
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in ("rows", "weights", "lengths")))

    def owners(self):
        return np.repeat(np.arange(len(self.lengths)), self.lengths)

    def take(self, chosen):
        """Rows, weights and owners of some bags; owners count from 0."""
        lengths = self.lengths[chosen]
        owners = np.repeat(np.arange(len(chosen)), lengths)
        inner = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        places = inner + np.repeat(self.starts[chosen], lengths)
        return self.rows[places], self.weights[places], owners


class Source:
    """A source as it is trained on."""

    def __init__(self, name, documents, pairs, row_of):
        self.name = name
        self.documents = Bags.of([document_bag(document, row_of) for document in documents])
        held = self.documents.lengths
        bags = [(query_bag(query, row_of), [d for d in right if held[d] > 0]) for query, right in pairs]
        bags = [(bag, right) for bag, right in bags if bag[0] and right]
        self.queries = Bags.of([bag for bag, _ in bags]) if bags else None
        self.right = [right for _, right in bags]
        self.hard = None
