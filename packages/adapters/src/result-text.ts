import type { ContentBlock, ToolResult } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'

/** A picture or sound of a result. */
export interface ResultMedia {
  readonly kind: 'image' | 'audio'
  /** Base64. */
  readonly data: string
  readonly mimeType: string
}

/** A piece of a result as a model can be given it: text, or a picture or sound. */
export type ResultPiece = { readonly kind: 'text'; readonly text: string } | ResultMedia

/**
 * A result in pieces a provider takes, in their order. What is no text is said in words: where a resource can be read,
 * what kind of data was left out. A result without content is its structured content as JSON.
 */
export function resultPieces(result: ToolResult): readonly ResultPiece[] {
  const { content, structuredContent } = result
  if (content.length === 0 && structuredContent !== undefined)
    return [{ kind: 'text', text: JSON.stringify(structuredContent) }]
  return content.map(pieceOf)
}

/** A result as one text; pictures and sounds are named. */
export function resultText(result: ToolResult): string {
  return resultPieces(result)
    .map((piece) => (piece.kind === 'text' ? piece.text : mediaNote(piece)))
    .join('\n')
}

/** What is said in the place of data that a provider does not take here. */
export function mediaNote({ kind, mimeType }: ResultMedia): string {
  return `(${kind === 'image' ? 'A picture' : 'A sound'}, ${mimeType}, is not shown here.)`
}

function pieceOf(block: ContentBlock): ResultPiece {
  if (block.type === 'text') return { kind: 'text', text: block.text }
  if ('data' in block && (block.type === 'image' || block.type === 'audio'))
    return { kind: block.type, data: String(block.data), mimeType: String(block.mimeType) }
  const inner: unknown = Reflect.get(block, 'resource')
  const resource: object = isJsonObject(inner) ? inner : block
  const text: unknown = Reflect.get(resource, 'text')
  const uri: unknown = Reflect.get(resource, 'uri')
  if (block.type === 'resource' && typeof text === 'string') return { kind: 'text', text }
  return { kind: 'text', text: `(The resource ${typeof uri === 'string' ? uri : 'without an address'}.)` }
}
