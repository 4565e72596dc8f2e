import type { InvertedIndex } from '../kernel/inverted-index.ts'

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
