import { type ContentBlock, type ToolResult, takeCodePoints } from '@toolscout/model'

/** Most bytes of a result that are handed on, as UTF-8: far beyond any context window, little for a process. */
export const MAX_RESULT_BYTES = 4_194_304

/**
 * Bounds a result. Blocks are kept in order as long as they fit; the first text that does not is cut, everything
 * after it is left out, structured content that is too large is dropped, and a last text says so. A result that
 * fits is given back as it is.
 *
 * @param maxBytes most bytes of content and structured content together.
 */
export function capResult(result: ToolResult, maxBytes: number): ToolResult {
  const structuredBytes = byteSize(result.structuredContent)
  const contentBytes = result.content.reduce((sum, block) => sum + byteSize(block), 0)
  if (contentBytes + structuredBytes <= maxBytes) return result
  const keepsStructured = structuredBytes <= maxBytes / 2
  const content = capContent(result.content, maxBytes - (keepsStructured ? structuredBytes : 0))
  const note = `[Cut: the result has ${contentBytes + structuredBytes} bytes, ${maxBytes} are allowed.]`
  const { structuredContent, ...rest } = result
  return {
    ...rest,
    content: [...content, { type: 'text', text: note }],
    ...(keepsStructured && structuredContent !== undefined ? { structuredContent } : {}),
  }
}

function capContent(content: readonly ContentBlock[], maxBytes: number): readonly ContentBlock[] {
  const kept: ContentBlock[] = []
  let room = maxBytes
  for (const block of content) {
    const size = byteSize(block)
    if (size <= room) {
      kept.push(block)
      room -= size
      continue
    }
    // Four bytes are the most a code point takes, so this many surely fit.
    if (block.type === 'text')
      kept.push({ ...block, text: takeCodePoints(block.text, Math.floor(room / 4)) } as ContentBlock)
    break
  }
  return kept
}

function byteSize(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value))
}
