/** Ends the terms that are stems, as `createAnalyzer` writes them. */
const STEM_MARK = '*'

/**
 * What the hash of a word and that of the stem spelled like it differ by. Where a tool holds both equally often, as it
 * does for `file` and `file*`, its row has one entry for the two, and statements turn the one hash into the other.
 */
export const STEM_BITS = 0x5bd1e995

/**
 * The number a term has in the database: 32 bits, FNV-1a over its code units and the last steps of MurmurHash3. Numbers
 * of a dictionary would have to be agreed upon between nodes; these are the same on every machine. Of 200,000 words
 * about five pairs share one.
 */
export function termHash(term: string): number {
  const isStem = term.length > 1 && term.endsWith(STEM_MARK)
  const hash = hashText(isStem ? term.slice(0, -1) : term)
  return isStem ? hash ^ STEM_BITS : hash
}

/** The same for anything else that is looked for as it is, such as a tag. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) | 0
}
