import { readFile, writeFile } from 'node:fs/promises'
import type { JsonObject } from '@toolscout/model'
import { truncate } from '@toolscout/model/internal'

/** Longest query and most tools of one question. */
const MAX_QUERY_LENGTH = 4_096
const MAX_TOOLS = 50

/** Appends a judged question to a file, as a line that `toolscout eval --judgments` reads. Rejects as writing does. */
export async function keepQuestion(
  file: string,
  { query, tools }: JsonObject,
): Promise<{ readonly line: string }> {
  if (typeof query !== 'string' || query === '') throw new RangeError('query is missing.')
  const isList =
    Array.isArray(tools) && tools.length <= MAX_TOOLS && tools.every((id) => typeof id === 'string')
  if (!isList) throw new RangeError(`tools is no list of at most ${MAX_TOOLS} ids.`)
  const line = JSON.stringify({ query: truncate(query, MAX_QUERY_LENGTH), tools })
  await writeFile(file, `${await missingLineBreak(file)}${line}\n`, { flag: 'a', mode: 0o600 })
  return { line }
}

/** What ends the last line of a file that somebody wrote by hand. */
async function missingLineBreak(file: string): Promise<string> {
  try {
    const text = await readFile(file, 'utf8')
    return text === '' || text.endsWith('\n') ? '' : '\n'
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}
