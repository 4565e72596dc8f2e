import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import {
  type CatalogTool,
  EvaluationFileMissingError,
  InvalidEvaluationFileError,
  type Judgments,
  readJudgments,
} from '@toolscout/evaluation'
import { isJsonObject, messageOf } from '@toolscout/model/internal'

/** Judged questions, and whether the tools they are about are those of the catalog or their own. */
export interface GivenJudgments {
  readonly judgments: Judgments
  readonly hasOwnTools: boolean
}

/**
 * Reads judgments: a folder in the form of BEIR, with its tools, or a file of lines
 * `{"query": "open an issue", "tools": ["github:create_issue"]}` about the tools that are given; an empty list is a
 * question no tool answers.
 *
 * Rejects with `EVALUATION_FILE_MISSING` and `INVALID_EVALUATION_FILE`.
 */
export async function readGivenJudgments(
  place: string,
  tools: () => Promise<readonly CatalogTool[]>,
): Promise<GivenJudgments> {
  let isFolder: boolean
  try {
    isFolder = (await stat(place)).isDirectory()
  } catch (error) {
    throw new EvaluationFileMissingError(`${place} cannot be read: ${messageOf(error)}`, place, error)
  }
  if (isFolder && (await stat(join(place, 'corpus.jsonl')).catch(() => undefined)) !== undefined)
    return { judgments: await readJudgments(place), hasOwnTools: true }
  if (isFolder)
    throw new EvaluationFileMissingError(
      `${place} has no corpus.jsonl. Give a folder with corpus.jsonl, queries.jsonl and qrels.tsv, or a file of questions.`,
      place,
    )
  const judgments = parseQuestions(await readFile(place, 'utf8'), { file: place, tools: await tools() })
  return { judgments, hasOwnTools: false }
}

/** @throws InvalidEvaluationFileError `INVALID_EVALUATION_FILE` naming the line. */
function parseQuestions(
  text: string,
  { file, tools }: { readonly file: string; readonly tools: readonly CatalogTool[] },
): Judgments {
  const known = new Set(tools.map(({ id }) => id))
  const notices: string[] = []
  const queries = text.split('\n').flatMap((line, i) => {
    if (line.trim() === '') return []
    const refuse = (what: string): InvalidEvaluationFileError =>
      new InvalidEvaluationFileError(
        `${file}:${i + 1}: ${what} A line is {"query": "open an issue", "tools": ["github:create_issue"]}.`,
        { file, line: i + 1 },
      )
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      throw refuse('this is no JSON.')
    }
    if (!isJsonObject(value) || typeof value.query !== 'string') throw refuse('there is no "query".')
    const { query, tools: answers } = value
    if (!Array.isArray(answers) || !answers.every((id) => typeof id === 'string'))
      throw refuse('"tools" is no list of ids.')
    for (const id of answers as readonly string[]) {
      if (!known.has(id)) notices.push(`${file}:${i + 1}: there is no tool ${id}`)
    }
    return [{ id: String(i + 1), text: query, relevance: new Map(answers.map((id) => [String(id), 1])) }]
  })
  if (queries.length === 0) throw new EvaluationFileMissingError(`${file} holds no question.`, file)
  return { name: basename(file), tools, queries, notices }
}
