import { type JsonObject, type JsonValue, ToolNotFoundError } from '@toolscout/model'
import { isJsonObject, quote } from '@toolscout/model/internal'
import type { Inspected } from './catalog.ts'
import { keepQuestion } from './keep-question.ts'
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
