import type { ToolResult } from '@toolscout/model'
import { mediaNote, resultPieces } from '../result-text.ts'
import type { AnthropicResultBlock } from './anthropic-wire.ts'

const PICTURES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const

/** A result as blocks; unsupported image types and audio become a text that names them. */
export function toResultBlocks(result: ToolResult): AnthropicResultBlock[] {
  return resultPieces(result).flatMap((piece): AnthropicResultBlock[] => {
    // A text of nothing is refused by the API.
    if (piece.kind === 'text') return piece.text === '' ? [] : [{ type: 'text', text: piece.text }]
    const mediaType = PICTURES.find((type) => type === piece.mimeType)
    if (piece.kind === 'audio' || mediaType === undefined) return [{ type: 'text', text: mediaNote(piece) }]
    return [{ type: 'image', source: { type: 'base64', media_type: mediaType, data: piece.data } }]
  })
}
