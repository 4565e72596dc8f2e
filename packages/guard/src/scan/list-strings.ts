import { childPointer, SCHEMA_KEYWORDS } from '@toolscout/model/internal'

/** A text of a definition. */
export interface PlacedText {
  /** JSON Pointer. */
  readonly where: string
  readonly text: string
  /** Whether it is the name of a member. */
  readonly isName: boolean
}

/** Far more than any real definition has: the largest of 5,808 public ones has 309 values. */
const MAX_STRINGS = 2_000
/** UTF-16 code units that are looked through in all; what a model is shown is less. */
const MAX_LENGTH = 128 * 1024
const MAX_DEPTH = 64

/** Every text of a definition, names of members included, as far as the bounds allow. Each object and text is visited once. */
export function listStrings(definition: unknown): {
  readonly texts: readonly PlacedText[]
  readonly isWhole: boolean
} {
  const texts: PlacedText[] = []
  let [length, isWhole] = [0, true]
  const add = (placed: PlacedText): void => {
    length += placed.text.length
    isWhole &&= texts.length < MAX_STRINGS && length <= MAX_LENGTH
    if (isWhole) texts.push(placed)
  }
  const visit = (value: unknown, where: string, depth: number): void => {
    if (typeof value === 'string') add({ where, text: value, isName: false })
    if (typeof value !== 'object' || value === null) return
    isWhole &&= depth < MAX_DEPTH
    for (const [member, item] of Object.entries(value)) {
      if (!isWhole) return
      // The operator's own names, and what is made of them.
      if (depth === 0 && (member === 'id' || member === 'namespace' || member === 'tags')) continue
      const at = childPointer(where, member)
      if (!Array.isArray(value) && member !== 'properties' && !SCHEMA_KEYWORDS.has(member))
        add({ where: at, text: member, isName: true })
      visit(item, at, depth + 1)
    }
  }
  visit(definition, '', 0)
  return { texts, isWhole }
}
