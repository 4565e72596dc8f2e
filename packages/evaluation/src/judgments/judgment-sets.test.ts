import { describe, expect, it } from 'vitest'
import { InvalidEvaluationFileError } from '../errors.ts'
import { parseCatalog } from './catalogs.ts'
import { type JudgmentTexts, parseJudgments } from './judgment-sets.ts'
import { sampleQueries } from './judgments.ts'

const CORPUS = [
  '{"id":"a/one","namespace":"a","name":"one","description":"First","inputSchema":{"type":"object"},"tags":["x"]}',
  '{"id":"two","namespace":"","name":"two","outputSchema":{"type":"object"}}',
].join('\n')
const QUERIES = '{"id":"q1","text":"first"}\n\n{"_id":"q2","text":"second"}\r\n'
const QRELS = 'query-id\ttool-id\trelevance\nq1\ta/one\t2\nq1\ttwo\t0\n'

function parse(
  texts: Partial<Record<'corpus' | 'queries' | 'qrels', string>> = {},
): ReturnType<typeof parseJudgments> {
  return parseJudgments({
    name: 'set',
    corpus: { file: 'corpus.jsonl', text: texts.corpus ?? CORPUS },
    queries: { file: 'queries.jsonl', text: texts.queries ?? QUERIES },
    qrels: { file: 'qrels.tsv', text: texts.qrels ?? QRELS },
  } satisfies JudgmentTexts)
}

describe('judgments', () => {
  it('are tools, queries and the gains of what is relevant', () => {
    const { tools, queries, notices } = parse()
    expect(tools).toEqual([
      {
        id: 'a/one',
        namespace: 'a',
        name: 'one',
        description: 'First',
        inputSchema: { type: 'object' },
        tags: ['x'],
      },
      { id: 'two', name: 'two', inputSchema: { type: 'object' }, outputSchema: { type: 'object' } },
    ])
    expect(queries).toEqual([
      { id: 'q1', text: 'first', relevance: new Map([['a/one', 2]]) },
      { id: 'q2', text: 'second', relevance: new Map() },
    ])
    expect(notices).toEqual([])
  })

  it('are read with and without a line of column names, and with a byte order mark', () => {
    const bare = parse({ qrels: 'q1\ta/one\t2\n', corpus: `\uFEFF${CORPUS}` })
    expect(bare.queries).toEqual(parse().queries)
  })

  it('that name what is not there are kept and told', () => {
    const { queries, notices } = parse({ qrels: 'q1\tthree\t1\nq9\ta/one\t1\n' })
    expect(queries[0]?.relevance).toEqual(new Map([['three', 1]]))
    expect(notices).toEqual(['qrels.tsv:1: there is no tool "three"', 'qrels.tsv:2: there is no query "q9"'])
  })

  const broken: readonly (readonly [Parameters<typeof parse>[0], string])[] = [
    [{ corpus: `${CORPUS}\n{"id":` }, 'corpus.jsonl:3: "{"id":" is no JSON; each line is one JSON object.'],
    [{ corpus: '[1]' }, 'corpus.jsonl:1: [1] is no object; each line is one JSON object.'],
    [{ corpus: '{"name":"x"}' }, 'corpus.jsonl:1: id is undefined; a text is needed.'],
    [{ corpus: '{"id":"x"}' }, 'corpus.jsonl:1: name is undefined; a text is needed.'],
    [
      { corpus: '{"id":"x\\ty","name":"x"}' },
      'corpus.jsonl:1: id is "x\\ty"; ids hold no tabs or line breaks.',
    ],
    [
      { corpus: '{"id":"x","name":"x","description":7}' },
      'corpus.jsonl:1: description is 7; a text is needed.',
    ],
    [
      { corpus: '{"id":"x","name":"x","inputSchema":[]}' },
      'corpus.jsonl:1: inputSchema is []; a JSON Schema object is needed.',
    ],
    [
      { corpus: '{"id":"x","name":"x","tags":"a"}' },
      'corpus.jsonl:1: tags is "a"; a list of texts is needed.',
    ],
    [
      { corpus: `${CORPUS}\n\n${CORPUS}` },
      'corpus.jsonl:4: id "a/one" stands on an earlier line too; ids are unique.',
    ],
    [{ queries: '{"id":"q1"}' }, 'queries.jsonl:1: text is undefined; the words of the query are needed.'],
    [
      { qrels: 'q1 a/one 1' },
      'qrels.tsv:1: "q1 a/one 1" has 1 columns; needed are query id, tool id, relevance.',
    ],
    [{ qrels: `${QRELS}q1\ttwo\thigh` }, 'qrels.tsv:4: the relevance is "high"; a number is needed.'],
    [{ qrels: `${QRELS}q1\ttwo\t1` }, 'qrels.tsv:4: "two" is judged for "q1" on an earlier line too.'],
  ]
  it.each(broken)('refuses %j', (texts, message) => {
    expect(() => parse(texts)).toThrow(InvalidEvaluationFileError)
    expect(() => parse(texts)).toThrow(expect.objectContaining({ code: 'INVALID_EVALUATION_FILE' }))
    const [file = '', line = ''] = message.split(':')
    expect(() => parse(texts)).toThrow(expect.objectContaining({ details: { file, line: Number(line) } }))
    expect(() => parse(texts)).toThrow(message)
  })
})

describe('a catalog', () => {
  it('has tools whose absent members are absent, null ones too', () => {
    const text = '{"id":"x","name":"x","title":null,"namespace":null,"inputSchema":null}'
    expect(parseCatalog({ file: 'c', text })).toEqual([
      { id: 'x', name: 'x', inputSchema: { type: 'object' } },
    ])
  })
})

describe('a sample', () => {
  it('is evenly spread and in order', () => {
    const queries = Array.from({ length: 10 }, (_, i) => `{"id":"${i}","text":"t"}`).join('\n')
    const set = parse({ queries, qrels: '' })
    expect(sampleQueries(set, 4).queries.map(({ id }) => id)).toEqual(['0', '2', '5', '7'])
    expect(sampleQueries(set, 99).queries).toBe(set.queries)
    expect(() => sampleQueries(set, 0)).toThrow(RangeError)
  })
})
