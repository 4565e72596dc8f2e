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

/**
 * Every text of a definition that is wanted, names of members included, as far as the bounds allow. Each object and text is
 * visited once.
 */
export function listStrings(
  definition: unknown,
  isWanted: (text: string, isName: boolean) => boolean = () => true,
): {
  readonly texts: readonly PlacedText[]
  readonly isWhole: boolean
} {
  const texts: PlacedText[] = []
  let [count, length, isWhole] = [0, 0, true]
  const add = (text: string, isName: boolean, parent: string, step: string | number): void => {
    length += text.length
    isWhole &&= count < MAX_STRINGS && length <= MAX_LENGTH
    count += 1
    if (isWhole && isWanted(text, isName)) texts.push({ where: childPointer(parent, step), text, isName })
  }
  const visit = (item: unknown, parent: string, step: string | number, depth: number): void => {
    if (typeof item === 'string') add(item, false, parent, step)
    else if (typeof item === 'object' && item !== null) visitAll(item, childPointer(parent, step), depth)
  }
  const visitAll = (value: object, where: string, depth: number): void => {
    isWhole &&= depth < MAX_DEPTH
    if (Array.isArray(value)) {
      for (let i = 0; isWhole && i < value.length; i += 1) visit(value[i], where, i, depth + 1)
      return
    }
    for (const member of Object.keys(value)) {
      if (!isWhole) return
      // The operator's own names, and what is made of them.
      if (depth === 0 && (member === 'id' || member === 'namespace' || member === 'tags')) continue
      if (member !== 'properties' && !SCHEMA_KEYWORDS.has(member)) add(member, true, where, member)
      visit(value[member as keyof typeof value], where, member, depth + 1)
    }
  }
  if (typeof definition === 'object' && definition !== null) visitAll(definition, '', 0)
  return { texts, isWhole }
}
