import { readFile, writeFile } from 'node:fs/promises'
import { type JsonObject, type JsonValue, ToolNotFoundError } from '@toolscout/model'
import { isJsonObject, quote, truncate } from '@toolscout/model/internal'
import type { Inspected } from './catalog.ts'
import { tryTool } from './try-tool.ts'

/** Changes something for the person at the page. Rejects with what to tell. */
export type Action = (body: JsonObject, signal: AbortSignal) => Promise<object>

/** What the page can change, by path. Each goes the way of the gateway, on behalf of the principal. */
export function createActions(
  inspected: Inspected,
  questionsFile: string | undefined,
): Readonly<Record<string, Action>> {
  const { gateway, principal } = inspected
  return {
    '/api/call': (body, signal) => {
      const { arguments: args = {}, isConfirmed = false } = body
      if (!isJsonObject(args)) throw new RangeError('arguments is no object.')
      return tryTool(inspected, { id: textOf(body, 'id'), args, isConfirmed: isConfirmed === true }, signal)
    },
    '/api/approve': async (body) => {
      const [id, digest] = [textOf(body, 'id'), textOf(body, 'digest')]
      const pin = (await gateway.pins({ principal })).find((known) => known.id === id)
      if (pin === undefined) throw new ToolNotFoundError(`There is no tool ${quote(id)}.`, id)
      // Of the definition that was looked at the page knows the beginning of the digest.
      const isSeen = digest.length >= MIN_DIGITS && pin.digest.startsWith(digest)
      const { failures } = await gateway.approve([{ id, digest: isSeen ? pin.digest : digest }])
      if (failures[0] !== undefined) throw failures[0].error
      return { approved: id }
    },
    '/api/question': async (body) => {
      if (questionsFile === undefined) throw new RangeError('No file was named for questions.')
      return keepQuestion(questionsFile, body)
    },
    '/api/reconnect': async (body, signal) => {
      const name = textOf(body, 'server')
      const isThere = gateway.servers({ principal }).some((server) => server.name === name)
      if (!isThere) throw new RangeError(`There is no server ${quote(name)}.`)
      const { state } = await gateway.reconnectServer(name, { signal })
      return { state }
    },
  }
}

/** Digits of a digest that say which definition was looked at, as `toolscout approve` wants them. */
const MIN_DIGITS = 32

function textOf(body: JsonObject, name: string): string {
  const value: JsonValue | undefined = body[name]
  if (typeof value === 'string' && value !== '') return value
  throw new RangeError(`${name} is missing.`)
}

/** Longest query and most tools of one question. */
const MAX_QUERY_LENGTH = 4_096
const MAX_TOOLS = 50

/** Appends a judged question to a file, as a line that `toolscout eval --judgments` reads. Rejects as writing does. */
async function keepQuestion(file: string, { query, tools }: JsonObject): Promise<{ readonly line: string }> {
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
