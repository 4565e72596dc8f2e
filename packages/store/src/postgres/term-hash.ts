/**
 * The number a term or a facet has in the database: 32 bits, FNV-1a over its code units and the last steps of
 * MurmurHash3. Numbers of a dictionary would have to be agreed upon between nodes; these are the same on every machine.
 * Of 200,000 words about five pairs share one.
 */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) | 0
}

/** The key of the list of a term. */
export function termKey(hash: number): number {
  return hash >>> 0
}

/** Facets stand behind all terms. */
export const FIRST_FACET = 4_294_967_296

/** The key of the list of a facet. */
export function facetKey(hash: number): number {
  return FIRST_FACET + (hash >>> 0)
}
