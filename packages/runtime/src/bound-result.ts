import { type ContentBlock, type ToolResult, textResult } from '@toolscout/model'
import { takeCodePoints, utf8Length } from '@toolscout/model/internal'
import type { HeldResults } from './held-results.ts'
import { takeHeldPage } from './result-page.ts'

/** Where a result says how the rest of it is read. */
export const REST_META_KEY = 'toolscout/rest'

/** How a result is cut. */
interface CutOptions {
  readonly maxLength: number
  readonly held: HeldResults
  /** Who alone may read on. */
  readonly owner: string
  readonly wholeData?: boolean | undefined
}

/**
 * Cuts the text of a result that is too long for a model and holds the whole, to be read on by its handle. Of a result
 * with `isError` the first and the last half of the room are shown: what went wrong often stands at the end.
 */
export function cutResult(
  result: ToolResult,
  { maxLength, held, owner, wholeData = false }: CutOptions,
): ToolResult {
  const { content, structuredContent } = result
  const whole = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
  const isTextLong = isLonger(whole, maxLength)
  const isDataLong =
    !wholeData && structuredContent !== undefined && isLonger(JSON.stringify(structuredContent), maxLength)
  if (!isTextLong && !isDataLong) return result
  const handle = held.hold(owner, { text: whole, json: structuredContent, pageOf: takeHeldPage })
  const isMiddleCut = result.isError === true
  const length = lengthOf(whole)
  const shown = Math.min(length, maxLength)
  const rest = handle === undefined ? {} : { handle }
  const { structuredContent: _data, _meta, ...kept } = result
  return Object.freeze({
    ...kept,
    ...(isDataLong || structuredContent === undefined ? {} : { structuredContent }),
    content: Object.freeze([
      ...(isMiddleCut ? cutMiddle(content, whole, maxLength) : cutBlocks(content, maxLength)),
      ...textResult(noticeText(shown, length, { handle, isDataLong, isMiddleCut })).content,
    ]),
    _meta: Object.freeze({
      ..._meta,
      [REST_META_KEY]: Object.freeze({ ...rest, shown, length, isDataLeftOut: isDataLong }),
    }),
  })
}

/** What was cut of a result, and by which handle it is read on. */
interface Cut {
  readonly handle: string | undefined
  readonly isDataLong: boolean
  readonly isMiddleCut: boolean
}

function noticeText(shown: number, length: number, { handle, isDataLong, isMiddleCut }: Cut): string {
  const where = isMiddleCut && shown < length ? ', the first and the last' : ''
  const data = isDataLong ? ', without its structured content' : ''
  const how =
    handle === undefined
      ? 'The rest is not kept; ask for less.'
      : `Read on with the handle ${handle}, or ask for less.`
  return `[Cut: ${shown} of ${length} characters are shown${where}${data}. ${how}]`
}

function cutBlocks(content: readonly ContentBlock[], maxLength: number): readonly ContentBlock[] {
  let room = maxLength
  return content.flatMap((block): readonly ContentBlock[] => {
    if (block.type !== 'text') return [block]
    const text = takeCodePoints(block.text, room)
    room -= lengthOf(text) + 1
    return text === '' ? [] : [Object.freeze({ ...block, text })]
  })
}

/** Everything but text as it is, then all text as one: its beginning, a mark, its end. */
function cutMiddle(
  content: readonly ContentBlock[],
  whole: string,
  maxLength: number,
): readonly ContentBlock[] {
  const others = content.filter(({ type }) => type !== 'text')
  if (!isLonger(whole, maxLength)) return content
  const tail = takeLast(whole, Math.floor(maxLength / 2))
  const head = takeCodePoints(whole, Math.ceil(maxLength / 2))
  return [...others, ...textResult(`${head}\n[…]\n${tail}`).content]
}

/** The last code points of a text. Never cuts a surrogate pair. */
function takeLast(text: string, count: number): string {
  // Twice as many units hold them all, and perhaps half a pair at the beginning, which is left out.
  return count === 0 ? '' : [...text.slice(-2 * count - 1)].slice(-count).join('')
}

/** Code points, without a list of them: a result may have a hundred million. */
function lengthOf(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0)
}

/** Counts only as far as it has to. */
function isLonger(text: string, maxLength: number): boolean {
  return text.length > maxLength && takeCodePoints(text, maxLength).length < text.length
}

/**
 * Bounds a result. One that fits is given back as it is. Of one that does not, `_meta` is dropped, and structured
 * content that takes more than half of the room; blocks are kept in order as long as they fit; the first text that
 * does not is cut at a code point, everything after it is left out, and a last text says that something is missing.
 *
 * @param maxBytes most bytes of the whole result as JSON in UTF-8, 1,024 or more.
 */
export function capResult(result: ToolResult, maxBytes: number): ToolResult {
  const bytes = jsonBytes(result)
  if (bytes <= maxBytes) return result
  const { structuredContent, isError } = result
  const keepsStructured = structuredContent !== undefined && jsonBytes(structuredContent) <= maxBytes / 2
  const frame = {
    ...(keepsStructured ? { structuredContent } : {}),
    ...(isError === undefined ? {} : { isError }),
  }
  const note = textResult(`[Cut: the result has ${bytes} bytes, ${maxBytes} are allowed.]`).content
  const room = maxBytes - jsonBytes({ ...frame, content: note })
  return Object.freeze({ ...frame, content: Object.freeze([...takeBlocks(result.content, room), ...note]) })
}

function takeBlocks(content: readonly ContentBlock[], maxBytes: number): readonly ContentBlock[] {
  const kept: ContentBlock[] = []
  let room = maxBytes
  for (const block of content) {
    const bytes = jsonBytes(block) + COMMA_BYTES
    if (bytes <= room) {
      kept.push(block)
      room -= bytes
      continue
    }
    if (block.type === 'text' && typeof block.text === 'string') {
      const text = takeJsonBytes(block.text, room - COMMA_BYTES - jsonBytes({ ...block, text: '' }))
      if (text !== '') kept.push(Object.freeze({ ...block, text }) as ContentBlock)
    }
    break
  }
  return kept
}

const COMMA_BYTES = 1

/** As much of a text's beginning as takes at most `maxBytes` bytes between the quotes of a JSON string. */
function takeJsonBytes(text: string, maxBytes: number): string {
  let bytes = 0
  let end = 0
  for (const character of text) {
    bytes += escapedBytes(character.codePointAt(0) as number)
    if (bytes > maxBytes) break
    end += character.length
  }
  return text.slice(0, end)
}

/** Bytes of a code point inside a JSON string: `QuoteJSONString` of ECMA-262 (25.5.2.3), then UTF-8 (RFC 3629). */
function escapedBytes(codePoint: number): number {
  if (codePoint === 0x22 || codePoint === 0x5c) return 2
  if (codePoint < 0x20) return '\b\t\n\f\r'.includes(String.fromCharCode(codePoint)) ? 2 : 6
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  // Half a surrogate pair has no form in UTF-8 and is escaped.
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return 6
  return codePoint < 0x10000 ? 3 : 4
}

function jsonBytes(value: unknown): number {
  return utf8Length(JSON.stringify(value))
}
