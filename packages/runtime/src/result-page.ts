import type { JsonObject, LocalTool } from '@toolscout/model'
import {
  checkWhole,
  pointerTokens,
  quote,
  takeCodePoints,
  utf8Length,
  valueAt,
} from '@toolscout/model/internal'
import { ResultNotFoundError } from './failure-result.ts'
import type { HeldText, ReadResultOptions, ResultPage, ResultPageOptions } from './held-results.ts'

/** A part of a held result. @throws ResultNotFoundError for a path at which there is nothing; RangeError. */
export function takeHeldPage(
  { text, json }: Omit<HeldText, 'pageOf'>,
  {
    handle,
    page,
    maxLength,
  }: { readonly handle: string; readonly page: ResultPageOptions; readonly maxLength: number },
): ResultPage {
  const { path } = page
  if (path === undefined) return takePage(text, page, maxLength)
  const value = json === undefined ? undefined : valueAt(json, pointerTokens(path))
  if (value !== undefined) return takePage(JSON.stringify(value, undefined, 1), page, maxLength)
  const why = json === undefined ? 'it has no structured content' : `it has nothing at ${quote(path)}`
  throw new ResultNotFoundError(`The result ${quote(handle)} cannot be read so: ${why}.`, handle, path)
}

const DEFAULT_COUNT = Object.freeze({ lines: 200, bytes: 16_384 })

/**
 * A part of a text, at most `maxLength` code points. Parts by bytes never split a character; those that follow one
 * another by `next` are the whole text.
 *
 * @throws RangeError for numbers out of range.
 */
export function takePage(
  text: string,
  { unit = 'lines', from = 0, count = DEFAULT_COUNT[unit] }: ResultPageOptions,
  maxLength: number,
): ResultPage {
  if (unit !== 'lines' && unit !== 'bytes') throw new RangeError('unit is lines or bytes.')
  checkWhole('from', from, 0)
  checkWhole('count', count, 1)
  return unit === 'lines' ? takeLines(text, from, count, maxLength) : takeBytes(text, from, count, maxLength)
}

function takeLines(text: string, from: number, count: number, maxLength: number): ResultPage {
  const lines = text.split('\n')
  const kept: string[] = []
  let length = 0
  for (const line of lines.slice(from, from + count)) {
    const added = codePoints(line) + (kept.length === 0 ? 0 : 1)
    if (kept.length > 0 && length + added > maxLength) break
    kept.push(line)
    length += added
    if (length > maxLength) break
  }
  const isCut = length > maxLength
  const shown = kept.join('\n')
  return page(isCut ? takeCodePoints(shown, maxLength) : shown, {
    unit: 'lines',
    from: Math.min(from, lines.length),
    taken: kept.length,
    total: lines.length,
    isCut,
  })
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function takeBytes(text: string, from: number, count: number, maxLength: number): ResultPage {
  const bytes = new TextEncoder().encode(text)
  const start = characterStart(bytes, Math.min(from, bytes.length))
  let end = characterStart(bytes, Math.min(start + count, bytes.length))
  // A page holds at least one character, however many bytes that takes.
  if (end <= start && start < bytes.length) end = nextCharacter(bytes, start)
  const shown = takeCodePoints(decoder.decode(bytes.subarray(start, end)), maxLength)
  return page(shown, {
    unit: 'bytes',
    from: start,
    taken: utf8Length(shown),
    total: bytes.length,
    isCut: false,
  })
}

/** Which part of a result was taken. */
interface TakenPart extends Pick<ResultPage, 'unit' | 'from' | 'total'> {
  readonly taken: number
  readonly isCut: boolean
}

function page(text: string, { unit, from, taken, total, isCut }: TakenPart): ResultPage {
  const to = from + taken
  const next = to < total ? { next: to } : {}
  return Object.freeze({ text, unit, from, to, total, ...next, ...(isCut ? { isCut } : {}) })
}

/** The beginning of the character a byte belongs to; UTF-8 marks all but the first of its bytes (RFC 3629). */
function characterStart(bytes: Uint8Array, at: number): number {
  let start = at
  while (start > 0 && start < bytes.length && isContinuation(bytes[start])) start -= 1
  return start
}

function nextCharacter(bytes: Uint8Array, at: number): number {
  let next = at + 1
  while (next < bytes.length && isContinuation(bytes[next])) next += 1
  return next
}

function isContinuation(byte: number | undefined): boolean {
  return ((byte ?? 0) & 0xc0) === 0x80
}

function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/**
 * A tool with which a model reads on in results that were cut. Register it in the toolbox whose results it reads.
 *
 * @param name what the model calls it by, such as the default `read_result`.
 */
export function resultReaderTool(
  toolbox: { readonly readResult: (handle: string, page?: ReadResultOptions) => ResultPage },
  name = 'read_result',
): LocalTool & { readonly description: string; readonly inputSchema: JsonObject } {
  const properties = {
    handle: { type: 'string', description: 'From the notice.' },
    unit: { type: 'string', enum: ['lines', 'bytes'] },
    from: { type: 'integer', minimum: 0, description: 'From 0.' },
    count: { type: 'integer', minimum: 1 },
    path: { type: 'string', description: 'JSON pointer into the data.' },
  }
  return {
    name,
    description: 'Reads the rest of a cut result.',
    inputSchema: { type: 'object', properties, required: ['handle'], additionalProperties: false },
    annotations: { readOnlyHint: true, openWorldHint: false },
    execute: ({ handle, ...page }: JsonObject, { principal }) =>
      pageText(toolbox.readResult(String(handle), { ...(page as ResultPageOptions), principal })),
  }
}

function pageText({ text, unit, from, to, total, next, isCut }: ResultPage): string {
  const cut = isCut === true ? ' The last line was too long; read it by bytes.' : ''
  const on = next === undefined ? ' This is the end.' : ` Go on from ${next}.`
  return `${text}\n[${unit} ${from} to ${to} of ${total}.${cut}${on}]`
}
