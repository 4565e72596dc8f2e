import { SEARCH_FIELDS } from '@toolscout/model'
import type { SearchField } from '@toolscout/model/internal'
import { type DocumentTokens, isSurface } from '../analysis/tokens.ts'
import type { InvertedIndex } from '../kernel/inverted-index.ts'

/**
 * Words of one field that count. Public tools stay below it in all fields but the descriptions of very many
 * parameters; later words rarely say what a tool is for.
 */
const MOST_WORDS = 512

/**
 * Words of the fields that weigh much and do not make a tool long, so that they would be the place for stuffing.
 * Public tools have names of at most nine words and tags of at most six.
 */
const MOST_FREE_WORDS: { readonly [field in SearchField]?: number } = {
  name: 8,
  title: 10,
  namespace: 8,
  tags: 12,
}

const MOST: readonly number[] = SEARCH_FIELDS.map((field) => MOST_FREE_WORDS[field] ?? MOST_WORDS)
const DESCRIPTION = SEARCH_FIELDS.indexOf('description')

/**
 * Takes no more words of a field than honest tools have. What a name, title or list of tags has too many counts as
 * description, where it is found, weighs less and makes the tool long. Changes the document.
 */
export function boundFields(document: DocumentTokens): void {
  const { codes, ends } = document
  let start = 0
  let isBounded = true
  for (let field = 0; field < ends.length; field += 1) {
    const end = ends[field] as number
    // Most fields are short; this counts stems too, so it is checked again exactly.
    if (end - start > (MOST[field] as number) && wordsEnd(codes, start, end, MOST[field] as number) < end)
      isBounded = false
    start = end
  }
  if (!isBounded) cutFields(document)
}

/** Where the first words of a list end; an identifier of many parts is cut inside. */
function wordsEnd(codes: ArrayLike<number>, start: number, end: number, most: number): number {
  let words = 0
  for (let at = start; at < end; at += 1) {
    if (isSurface(codes[at] as number)) words += 1
    if (words > most) return at
  }
  return end
}

function cutFields(document: DocumentTokens): void {
  const { codes, ends } = document
  const codesIn = (from: number, to: number): readonly number[] => Array.from(codes.subarray(from, to))
  let overflow: readonly number[] = []
  let start = 0
  const fields = ends.map((end, field) => {
    const most = MOST[field] as number
    const kept = most === MOST_WORDS ? end : wordsEnd(codes, start, end, most)
    overflow = overflow.concat(codesIn(kept, end))
    const head = codesIn(start, kept)
    start = end
    return head
  })
  fields[DESCRIPTION] = (fields[DESCRIPTION] ?? []).concat(overflow)
  let count = 0
  for (const [field, all] of fields.entries()) {
    fields[field] = all.slice(0, wordsEnd(all, 0, all.length, MOST_WORDS))
    count += fields[field].length
    ends[field] = count
  }
  document.codes = Int32Array.from(fields.flat())
  document.count = count
}

/** Length classes per doubling: a byte holds the class, and lengths a fifth apart differ in it. */
const STEPS = 4
const CLASSES = 64
/** Doublings of the median up to which no length is lowered: schemas of many parameters reach it. */
const DOUBLINGS = 3

/**
 * What tools keep of their score by their length, the less the higher the strength; `undefined` when all keep all of
 * it. Lengths are compared with the median of the catalog: BM25F lowers what is longer than the average, which is too
 * little against texts made of as many words as possible, and many such texts move the average. The median stays where
 * it is until half of the tools are of that kind.
 */
export function lengthPenalty(
  index: InvertedIndex,
  strength: number,
): ((docId: number) => number) | undefined {
  const population = new Uint32Array(CLASSES)
  const classes = new Map<number, number>()
  index.eachLength((docId, length) => {
    const step = Math.min(CLASSES - 1, Math.round(STEPS * Math.log2(1 + length)))
    ;(population[step] as number) += 1
    classes.set(docId, step)
  })
  let below = 0
  const median = population.findIndex((tools) => {
    below += tools
    return 2 * below >= index.size
  })
  const longest = median + STEPS * DOUBLINGS
  // Most catalogs have no such tool.
  if (population.every((tools, step) => step <= longest || tools === 0)) return undefined
  return (docId) => {
    const excess = (classes.get(docId) as number) - longest
    return excess <= 0 ? 1 : 2 ** ((-strength * excess) / STEPS)
  }
}
