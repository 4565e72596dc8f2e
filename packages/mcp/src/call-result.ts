import { type ContentBlock, isJsonObject, type JsonObject, type ToolResult } from '@toolscout/model'

/** The members each kind of content must have as text (MCP 2025-11-25, `ContentBlock`). */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource: [],
  resource_link: ['uri'],
}

/**
 * Reads the result of `tools/call`. Nothing a tool gave is lost: content of an unknown or broken kind becomes text
 * with its JSON, a result without content has none. `undefined` when it is no result at all.
 *
 * Texts stay byte for byte as the tool gave them; they are data and may be a file.
 */
export function toCallResult(result: Readonly<Record<string, unknown>>): ToolResult | undefined {
  const { content = [], structuredContent, isError, _meta } = result
  if (!Array.isArray(content)) return undefined
  return {
    content: content.map(toContentBlock),
    ...(isJsonObject(structuredContent) ? { structuredContent } : {}),
    ...(typeof isError === 'boolean' ? { isError } : {}),
    ...(isJsonObject(_meta) ? { _meta: _meta as JsonObject } : {}),
  }
}

function toContentBlock(block: unknown): ContentBlock {
  if (isJsonObject(block) && typeof block.type === 'string' && Object.hasOwn(REQUIRED, block.type)) {
    const texts = REQUIRED[block.type] as readonly string[]
    if (texts.every((member) => typeof block[member] === 'string')) return block as unknown as ContentBlock
  }
  return { type: 'text', text: toText(block) }
}

function toText(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    // What came as JSON can be written as JSON, unless the writer's stack ends first.
    return '[content that is nested too deeply to be shown]'
  }
}
