import { type Signature, toSignature } from '@toolscout/schema/internal'
import { type RenderEntry, tellsSchema } from './render-format.ts'

/** Stands in for the id, which may hold colons and would be quoted as a name. */
const NAME = 'f'
const NOTHING: Signature = Object.freeze({ text: '', isCut: false })

/** How the tool of an entry is called, without its name: `(repo: string): object`; empty below `signature`. */
export function callSignature({ doc, detail, maxSignatureLength }: RenderEntry): Signature {
  const isTold = detail === 'signature' || tellsSchema(detail)
  if (!isTold || doc.tool === undefined) return NOTHING
  const { text, isCut } = toSignature({ ...doc.tool, name: NAME }, { maxLength: maxSignatureLength })
  return { text: text.slice(NAME.length), isCut }
}
