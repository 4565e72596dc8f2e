import { quote } from '@toolscout/model/internal'
import { InvalidEvaluationFileError } from '../errors.ts'
import type { JudgedQuery, Judgments } from './judgments.ts'
import { createIdReader, listLines, type NamedText, parseJsonLines } from './lines.ts'
import { parseCatalog } from './parse-catalog.ts'

/** The three texts of a set in BEIR's form. */
export interface JudgmentTexts {
  readonly name: string
  /** A tool a line. */
  readonly corpus: NamedText
  /** `{ id, text }` a line. */
  readonly queries: NamedText
  /** Query id, tool id and relevance with tabs between them; a first line with column names may stand above. */
  readonly qrels: NamedText
}

type Relevance = Map<string, Map<string, number>>

/**
 * Reads judgments in the form of BEIR (Thakur et al., "BEIR: A Heterogeneous Benchmark for Zero-shot Evaluation of
 * Information Retrieval Models", 2021), whose documents are tools here. Relevance is a gain; 0 and less say that a
 * tool was looked at and does not answer. A query without any relevant tool is one that nothing answers.
 *
 * @throws InvalidEvaluationFileError `INVALID_EVALUATION_FILE` naming file and line.
 */
export function parseJudgments({ name, corpus, queries, qrels }: JudgmentTexts): Judgments {
  const tools = parseCatalog(corpus)
  const texts = parseQueries(queries)
  const known = { queries: new Set(texts.map(({ id }) => id)), tools: new Set(tools.map(({ id }) => id)) }
  const { relevance, notices } = parseQrels(qrels, known)
  const judged = texts.map(
    ({ id, text }): JudgedQuery => Object.freeze({ id, text, relevance: relevance.get(id) ?? new Map() }),
  )
  return Object.freeze({ name, tools, queries: Object.freeze(judged), notices: Object.freeze(notices) })
}

function parseQueries(queries: NamedText): readonly { readonly id: string; readonly text: string }[] {
  const readId = createIdReader()
  return parseJsonLines(queries).map((line) => {
    const { text } = line.record
    if (typeof text !== 'string')
      throw line.refuse(`text is ${quote(text)}; the words of the query are needed.`)
    return { id: readId(line), text }
  })
}

function parseQrels(
  { file, text }: NamedText,
  known: { readonly queries: ReadonlySet<string>; readonly tools: ReadonlySet<string> },
): { readonly relevance: Relevance; readonly notices: readonly string[] } {
  const relevance: Relevance = new Map()
  const judged = new Set<string>()
  const notices: string[] = []
  for (const [i, line] of listLines(text).entries()) {
    const refuse = (message: string): InvalidEvaluationFileError =>
      new InvalidEvaluationFileError(message, { file, line: line.number })
    const columns = line.text.split('\t')
    const [query = '', tool = '', grade = ''] = columns
    if (columns.length !== 3) {
      throw refuse(
        `${quote(line.text)} has ${columns.length} columns; query id, tool id and relevance are needed.`,
      )
    }
    const gain = grade.trim() === '' ? Number.NaN : Number(grade)
    if (!Number.isFinite(gain)) {
      if (i === 0) continue
      throw refuse(`the relevance is ${quote(grade)}; a number is needed.`)
    }
    const pair = `${query}\t${tool}`
    if (judged.has(pair)) throw refuse(`${quote(tool)} is judged for ${quote(query)} on an earlier line too.`)
    judged.add(pair)
    if (!known.queries.has(query)) notices.push(`${file}:${line.number}: there is no query ${quote(query)}`)
    else if (!known.tools.has(tool)) notices.push(`${file}:${line.number}: there is no tool ${quote(tool)}`)
    if (gain <= 0) continue
    const own = relevance.get(query) ?? new Map<string, number>()
    relevance.set(query, own.set(tool, gain))
  }
  return { relevance, notices }
}
