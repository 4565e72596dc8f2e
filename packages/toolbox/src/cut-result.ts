import { type ContentBlock, type ToolResult, takeCodePoints, textResult } from '@toolscout/model'
import type { HeldResults } from './held-results.ts'

/** Where a result says how the rest of it is read. */
export const REST_META_KEY = 'toolscout/rest'

/** Most text of a result, in code points: about 8,000 tokens, which leaves room for the rest of a conversation. */
export const DEFAULT_MAX_RESULT_LENGTH = 32_000

/**
 * Cuts the text of a result that is too long for a model and holds the whole, to be read on by its handle. Results
 * with `isError` stay as they are: what went wrong often stands at the end.
 */
export function cutResult(
  result: ToolResult,
  {
    maxLength,
    held,
    wholeData = false,
  }: { readonly maxLength: number; readonly held: HeldResults; readonly wholeData?: boolean | undefined },
): ToolResult {
  const { content, structuredContent } = result
  if (result.isError === true) return result
  const whole = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
  const isTextLong = isLonger(whole, maxLength)
  const isDataLong =
    !wholeData && structuredContent !== undefined && isLonger(JSON.stringify(structuredContent), maxLength)
  if (!isTextLong && !isDataLong) return result
  const handle = held.hold(whole, structuredContent)
  const length = [...whole].length
  const shown = Math.min(length, maxLength)
  const rest = handle === undefined ? {} : { handle }
  const { structuredContent: _data, _meta, ...kept } = result
  return Object.freeze({
    ...kept,
    ...(isDataLong || structuredContent === undefined ? {} : { structuredContent }),
    content: Object.freeze([
      ...cutBlocks(content, maxLength),
      ...textResult(noticeText(shown, length, { handle, isDataLong })).content,
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
  { handle, isDataLong }: { readonly handle: string | undefined; readonly isDataLong: boolean },
): string {
  const data = isDataLong ? ', without its structured content' : ''
  const how =
    handle === undefined
      ? 'The rest is not kept; ask for less.'
      : `Read on with the handle ${handle}, or ask for less.`
  return `[Cut: ${shown} of ${length} characters are shown${data}. ${how}]`
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

/** Counts only as far as it has to. */
function isLonger(text: string, maxLength: number): boolean {
  return text.length > maxLength && takeCodePoints(text, maxLength).length < text.length
}
