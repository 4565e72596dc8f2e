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
  if (block.type === 'image' || block.type === 'audio') return [dataFile(block.mimeType, block.data)]
  const resource: unknown = block.type === 'resource' ? block.resource : undefined
  if (!isJsonObject(resource) || typeof resource.blob !== 'string') return []
  const mime = typeof resource.mimeType === 'string' ? resource.mimeType : 'application/octet-stream'
  return [dataFile(mime, resource.blob)]
}

function dataFile(mime: string, base64: string): ToolAttachment {
  return { type: 'file', mime, url: `data:${mime};base64,${base64}` }
}
