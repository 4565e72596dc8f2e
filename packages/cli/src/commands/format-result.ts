import type { ContentBlock, JsonValue, ToolResult } from '@toolscout/model'
import { shown, shownText } from '../terminal/shown.ts'

/** A result for a terminal: its texts, what else there is by its kind, and its data where no text says it. */
export function formatResult({ content, structuredContent }: ToolResult): string {
  const parts = content.map(formatBlock)
  if (structuredContent !== undefined && !content.some(({ type }) => type === 'text'))
    parts.push(shownText(JSON.stringify(structuredContent satisfies JsonValue, undefined, 2)))
  return parts.join('\n')
}

function formatBlock(block: ContentBlock): string {
  if (block.type === 'text') return shownText(block.text)
  if (block.type === 'image' || block.type === 'audio') {
    const bytes = Math.floor((block.data.length * 3) / 4)
    return `[${block.type} ${shown(block.mimeType, 80)}, ${bytes} bytes; --json has it]`
  }
  if (block.type === 'resource_link') return `[resource ${shown(String(block.uri))}]`
  const resource = Reflect.get(block, 'resource')
  const member = (name: string): unknown =>
    typeof resource === 'object' && resource !== null ? Reflect.get(resource, name) : undefined
  const text = member('text')
  return typeof text === 'string' ? shownText(text) : `[resource ${shown(String(member('uri') ?? ''))}]`
}
