import type { ToolResult as HostResult, ToolAttachment } from '@opencode-ai/plugin'
import type { ContentBlock, ToolResult } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'

/** A result in the terms of the host: the text, and pictures, sounds and files beside it. */
export function toHostResult(title: string, { content, isError }: ToolResult): Exclude<HostResult, string> {
  const [first, ...rest] = content
  const attachments = rest.flatMap(toAttachment)
  return {
    title,
    output: first?.type === 'text' ? first.text : '',
    metadata: { success: isError !== true },
    ...(attachments.length === 0 ? {} : { attachments }),
  }
}

function toAttachment(block: ContentBlock): readonly ToolAttachment[] {
  const source: unknown = block.type === 'resource' ? block.resource : block
  if (!isJsonObject(source)) return []
  const { mimeType = 'application/octet-stream', blob, data = blob } = source
  if (typeof data !== 'string') return []
  return [{ type: 'file', mime: String(mimeType), url: `data:${mimeType};base64,${data}` }]
}
