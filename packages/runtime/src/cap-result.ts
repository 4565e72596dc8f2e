import { type ContentBlock, type ToolResult, textResult } from '@toolscout/model'

/** Most bytes of a result that are handed on, as UTF-8: far beyond any context window, little for a process. */
export const DEFAULT_MAX_RESULT_BYTES = 4_194_304
/** A result that was cut has to hold the sentence that says so, and something worth reading. */
export const LEAST_MAX_RESULT_BYTES = 1_024

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
  return Buffer.byteLength(JSON.stringify(value))
}
