import { SEARCH_FIELDS } from '@toolscout/model'
import { type DocumentTokens, isSurface } from '../analysis/document-tokens.ts'
import type { FieldWeights } from '../kernel/bm25f.ts'
import { grown } from '../kernel/growing-array.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'

/**
 * How long tools are beside the usual one of their catalog. BM25F holds back what is longer than the average; that is
 * too little against texts that are made of as many words as possible, and who adds enough of them moves the average.
 * The median stays where it is until half of the tools are of that kind.
 */
export interface Lengths {
  readonly place: (handle: number, document: DocumentTokens) => void
  readonly remove: (handle: number) => void
  /**
   * What tools keep of their score by their length, the less the higher the strength; `undefined` when all keep all of
   * it. Good until a tool is placed or removed.
   */
  readonly factor: (strength: number) => ((handle: number) => number) | undefined
  /** Writes all there is. */
  readonly save: (out: SectionWriter) => void
}

/** Classes of length to a doubling: a byte holds the class, and a tool is told from one a fifth longer. */
const STEPS = 4
const CLASSES = 64
/** Lengths up to so many doublings of the usual one are honest: schemas of many parameters reach it. */
const DOUBLINGS = 3
const NONE = 255

/**
 * Creates an empty set of {@link Lengths}, or the one that was saved.
 *
 * @param weights what a word of each field adds to a length.
 */
export function createLengths(weights: FieldWeights, saved?: SectionReader): Lengths {
  const fieldWeights = SEARCH_FIELDS.map((field) => weights[field])
  /** By handle. */
  let classes = saved?.next(Uint8Array).slice() ?? new Uint8Array(64).fill(NONE)
  /** By class: tools of it. */
  const population = saved?.next(Uint32Array).slice() ?? new Uint32Array(CLASSES)
  let count = population.reduce((sum, tools) => sum + tools, 0)

  const remove = (handle: number): void => {
    const known = classes[handle] ?? NONE
    if (known === NONE) return
    ;(population[known] as number) -= 1
    count -= 1
    classes[handle] = NONE
  }
  const lengthOf = (document: DocumentTokens): number => {
    const { codes, ends } = document
    let length = 0
    let at = 0
    for (let field = 0; field < ends.length; field += 1) {
      let surfaces = 0
      for (const end = ends[field] as number; at < end; at += 1) {
        if (isSurface(codes[at] as number)) surfaces += 1
      }
      length += surfaces * (fieldWeights[field] as number)
    }
    return length
  }
  const median = (): number => {
    let below = 0
    for (let i = 0; i < CLASSES; i += 1) {
      below += population[i] as number
      if (2 * below >= count) return i
    }
    return 0
  }

  return {
    place: (handle, document) => {
      remove(handle)
      if (handle >= classes.length) {
        const size = classes.length
        classes = grown(classes, handle + 1).fill(NONE, size)
      }
      const length = Math.min(CLASSES - 1, Math.round(STEPS * Math.log2(1 + lengthOf(document))))
      classes[handle] = length
      ;(population[length] as number) += 1
      count += 1
    },
    remove,
    save: (out) => {
      out.add(classes.slice())
      out.add(population.slice())
    },
    factor: (strength) => {
      if (strength === 0) return undefined
      const longest = median() + STEPS * DOUBLINGS
      // Most catalogs have no such tool.
      if (population.every((tools, i) => i <= longest || tools === 0)) return undefined
      return (handle) => {
        const excess = (classes[handle] as number) - longest
        return excess <= 0 ? 1 : 2 ** ((-strength * excess) / STEPS)
      }
    },
  }
}
