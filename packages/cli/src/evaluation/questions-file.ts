import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  type CatalogTool,
  EvaluationFileMissingError,
  InvalidEvaluationFileError,
  type Judgments,
} from '@toolscout/evaluation'
import { isJsonObject, messageOf, parseJson } from '@toolscout/model/internal'

/**
 * Reads judged questions about tools: lines `{"query": "open an issue", "tools": ["github:create_issue"]}`, of which an
 * empty list is a question no tool answers.
 *
 * Rejects with `EVALUATION_FILE_MISSING`, and with `INVALID_EVALUATION_FILE` naming the line.
 */
export async function readQuestions(file: string, tools: readonly CatalogTool[]): Promise<Judgments> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw new EvaluationFileMissingError(`${file} cannot be read: ${messageOf(error)}`, file, error)
  }
  const known = new Set(tools.map(({ id }) => id))
  const notices: string[] = []
  const queries = text.split('\n').flatMap((line, i) => {
    if (line.trim() === '') return []
    const { query, answers } = readQuestion(line, { file, line: i + 1 })
    for (const id of answers) if (!known.has(id)) notices.push(`${file}:${i + 1}: there is no tool ${id}`)
    return [{ id: String(i + 1), text: query, relevance: new Map(answers.map((id) => [id, 1])) }]
  })
  if (queries.length === 0) throw new EvaluationFileMissingError(`${file} holds no question.`, file)
  return { name: basename(file), tools, queries, notices }
}

function readQuestion(
  text: string,
  place: { readonly file: string; readonly line: number },
): { readonly query: string; readonly answers: readonly string[] } {
  const refuse = (what: string): InvalidEvaluationFileError =>
    new InvalidEvaluationFileError(
      `${place.file}:${place.line}: ${what} A line is {"query": "open an issue", "tools": ["github:create_issue"]}.`,
      place,
    )
  const value = parseJson(text)
  const { query, tools } = isJsonObject(value) ? value : {}
  if (typeof query !== 'string') throw refuse('there is no "query".')
  if (!Array.isArray(tools) || !tools.every((id) => typeof id === 'string'))
    throw refuse('"tools" is no list of ids.')
  return { query, answers: tools }
}
