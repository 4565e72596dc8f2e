import { type Dirent, existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { quote } from '@toolscout/model/internal'
import { EvaluationFileMissingError } from '../errors.ts'
import { parseCatalog } from './catalogs.ts'
import type { JudgedQuery, Judgments } from './judgments.ts'
import { type NamedText, orMissing, parseJsonLines, parseRows, readText } from './lines.ts'

/** The three texts of a set in BEIR's form. */
export interface JudgmentTexts {
  readonly name: string
  /** A tool a line. */
  readonly corpus: NamedText
  /** `{ id, text }` a line, with a `kind` where reports are to group by it. */
  readonly queries: NamedText
  /** Query id, tool id and relevance with tabs between them; a first line with column names may stand above. */
  readonly qrels: NamedText
  /** Further questions in the form of `queries`, kept apart because no tool answers them. Default: none. */
  readonly unanswerable?: NamedText | undefined
}

type Relevance = Map<string, Map<string, number>>

/**
 * Reads judgments in the form of BEIR (Thakur et al., "BEIR: A Heterogeneous Benchmark for Zero-shot Evaluation of
 * Information Retrieval Models", 2021), whose documents are tools here. Relevance is a gain; 0 and less say that a
 * tool was looked at and does not answer. A query without any relevant tool is one that nothing answers,
 * wherever it stands; those of `unanswerable` follow the others.
 *
 * @throws InvalidEvaluationFileError `INVALID_EVALUATION_FILE` naming file and line.
 */
export function parseJudgments({ name, corpus, queries, qrels, unanswerable }: JudgmentTexts): Judgments {
  const tools = parseCatalog(corpus)
  const asked = parseQueries(queries)
  const texts = [...asked, ...parseUnanswerable(unanswerable, asked)]
  const known = { queries: new Set(texts.map(({ id }) => id)), tools: new Set(tools.map(({ id }) => id)) }
  const { relevance, notices } = parseQrels(qrels, known)
  const judged = texts.map(
    (query): JudgedQuery => Object.freeze({ ...query, relevance: relevance.get(query.id) ?? new Map() }),
  )
  return Object.freeze({ name, tools, queries: Object.freeze(judged), notices: Object.freeze(notices) })
}

type QueryText = Omit<JudgedQuery, 'relevance'>

function parseQueries(queries: NamedText): readonly QueryText[] {
  return parseJsonLines(queries).map(({ record: { text, kind }, id, refuse }) => {
    if (typeof text !== 'string') throw refuse(`text is ${quote(text)}; the words of the query are needed.`)
    return { id, text, ...(typeof kind === 'string' && kind !== '' ? { kind } : {}) }
  })
}

function parseUnanswerable(
  unanswerable: NamedText | undefined,
  asked: readonly QueryText[],
): readonly QueryText[] {
  if (unanswerable === undefined) return []
  const known = new Set(asked.map(({ id }) => id))
  for (const { id, refuse } of parseJsonLines(unanswerable)) {
    if (known.has(id)) throw refuse(`id ${quote(id)} is a query of the set too; ids are unique.`)
  }
  return parseQueries(unanswerable)
}

function parseQrels(
  qrels: NamedText,
  known: { readonly queries: ReadonlySet<string>; readonly tools: ReadonlySet<string> },
): { readonly relevance: Relevance; readonly notices: readonly string[] } {
  const relevance: Relevance = new Map()
  const judged = new Set<string>()
  const notices: string[] = []
  for (const { cells, value, place, refuse } of parseRows(qrels, ['query id', 'tool id', 'relevance'])) {
    const [query = '', tool = ''] = cells
    const pair = `${query}\t${tool}`
    if (judged.has(pair)) throw refuse(`${quote(tool)} is judged for ${quote(query)} on an earlier line too.`)
    judged.add(pair)
    if (!known.queries.has(query)) notices.push(`${place}: there is no query ${quote(query)}`)
    else if (!known.tools.has(tool)) notices.push(`${place}: there is no tool ${quote(tool)}`)
    if (value <= 0) continue
    const own = relevance.get(query) ?? new Map<string, number>()
    relevance.set(query, own.set(tool, value))
  }
  return { relevance, notices }
}

const CORPUS = 'corpus.jsonl'
/** Where a set keeps the questions that nothing answers, if it has any. */
const UNANSWERABLE = 'unanswerable.jsonl'
/** A folder of sets, or of folders of sets; deeper, a slip of the keyboard would walk a whole disk. */
const MAX_DEPTH = 2

/**
 * The set of this project: made-up tools of an office, questions that name them in other words, that need several
 * of them, and that none of them answers.
 */
export const STARTER_SET: string = fileURLToPath(new URL('../../data/starter', import.meta.url))

/**
 * Reads `corpus.jsonl`, `queries.jsonl`, `qrels.tsv` and, where there is one, `unanswerable.jsonl` of a folder; the
 * set is called like the folder. Every command that measures reads its sets here.
 *
 * Rejects with InvalidEvaluationFileError `INVALID_EVALUATION_FILE`, naming file and line, and
 * EvaluationFileMissingError `EVALUATION_FILE_MISSING`.
 */
export async function readJudgments(folder: string): Promise<Judgments> {
  const read = (file: string): Promise<NamedText> => readText(join(folder, file))
  const [corpus, queries, qrels] = await Promise.all([read(CORPUS), read('queries.jsonl'), read('qrels.tsv')])
  const unanswerable = existsSync(join(folder, UNANSWERABLE)) ? await read(UNANSWERABLE) : undefined
  return parseJudgments({ name: basename(resolve(folder)), corpus, queries, qrels, unanswerable })
}

/**
 * The folders of sets that a folder stands for, in ascending order: itself when it holds `corpus.jsonl`, otherwise
 * those of its folders that do, and of theirs. Symbolic links to folders are followed.
 *
 * Rejects with EvaluationFileMissingError `EVALUATION_FILE_MISSING` when there is no such folder or no set in it.
 */
export async function listJudgmentFolders(folder: string): Promise<readonly string[]> {
  const found = await findSets(folder, MAX_DEPTH)
  if (found.length > 0) return found
  throw new EvaluationFileMissingError(`${folder} holds no ${CORPUS}, nor does a folder in it.`, folder)
}

async function findSets(folder: string, depth: number): Promise<readonly string[]> {
  if (existsSync(join(folder, CORPUS))) return [folder]
  if (depth === 0) return []
  const entries = await orMissing(folder, readdir(folder, { withFileTypes: true }))
  const areFolders = await Promise.all(entries.map((entry) => isFolder(folder, entry)))
  const folders = entries
    .filter(({ name }, i) => areFolders[i] && !name.startsWith('.') && name !== 'node_modules')
    .map(({ name }) => join(folder, name))
    .sort()
  return (await Promise.all(folders.map((inner) => findSets(inner, depth - 1)))).flat()
}

/** Whether an entry is a folder or a link to one; a link to nothing is none. */
async function isFolder(parent: string, entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isDirectory()
  try {
    return (await stat(join(parent, entry.name))).isDirectory()
  } catch {
    return false
  }
}
