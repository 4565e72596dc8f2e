import { type ContentBlock, type ToolResult, textResult } from '@toolscout/model'
import { takeCodePoints } from '@toolscout/model/internal'
import type { HeldResults } from './held-results.ts'

/** Where a result says how the rest of it is read. */
export const REST_META_KEY = 'toolscout/rest'

/** Most text of a result, in code points: about 8,000 tokens, which leaves room for the rest of a conversation. */
export const DEFAULT_MAX_RESULT_LENGTH = 32_000

/**
 * Cuts the text of a result that is too long for a model and holds the whole, to be read on by its handle. Of a result
 * with `isError` the first and the last half of the room are shown: what went wrong often stands at the end.
 */
export function cutResult(
  result: ToolResult,
  {
    maxLength,
    held,
    owner,
    wholeData = false,
  }: {
    readonly maxLength: number
    readonly held: HeldResults
    /** Who alone may read on. */
    readonly owner: string
    readonly wholeData?: boolean | undefined
  },
): ToolResult {
  const { content, structuredContent } = result
  const whole = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
  const isTextLong = isLonger(whole, maxLength)
  const isDataLong =
    !wholeData && structuredContent !== undefined && isLonger(JSON.stringify(structuredContent), maxLength)
  if (!isTextLong && !isDataLong) return result
  const handle = held.hold(owner, { text: whole, json: structuredContent })
  const length = [...whole].length
  const shown = Math.min(length, maxLength)
  const rest = handle === undefined ? {} : { handle }
  const { structuredContent: _data, _meta, ...kept } = result
  return Object.freeze({
    ...kept,
    ...(isDataLong || structuredContent === undefined ? {} : { structuredContent }),
    content: Object.freeze([
      ...(result.isError === true ? cutMiddle(content, whole, maxLength) : cutBlocks(content, maxLength)),
      ...textResult(noticeText(shown, length, { handle, isDataLong, isMiddleCut: result.isError === true }))
        .content,
    ]),
    _meta: Object.freeze({
      ..._meta,
      [REST_META_KEY]: Object.freeze({ ...rest, shown, length, isDataLeftOut: isDataLong }),
    }),
  })
}

function noticeText(
  shown: number,
  length: number,
  {
    handle,
    isDataLong,
    isMiddleCut,
  }: {
    readonly handle: string | undefined
    readonly isDataLong: boolean
    readonly isMiddleCut: boolean
  },
): string {
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
    room -= [...text].length + 1
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

/** Counts only as far as it has to. */
function isLonger(text: string, maxLength: number): boolean {
  return text.length > maxLength && takeCodePoints(text, maxLength).length < text.length
}
