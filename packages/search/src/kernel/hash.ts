const FNV_BASIS = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** FNV-1a over code units, 32 bits (Fowler, Noll and Vo), before any mixing. */
function fnv1a(text: string): number {
  let hash = FNV_BASIS
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME)
  return hash
}

/** The hash of a text for open-addressing tables; of ASCII texts it is that of their bytes. */
export function hashText(text: string): number {
  return mixed(fnv1a(text))
}

/** The same for bytes or code units in an array. */
export function hashUnits(units: Uint8Array | Uint16Array, start: number, end: number): number {
  let hash = FNV_BASIS
  for (let i = start; i < end; i += 1) hash = Math.imul(hash ^ (units[i] as number), FNV_PRIME)
  return mixed(hash)
}

/** Makes the low bits, which choose the slot, depend on every unit. */
function mixed(hash: number): number {
  return (hash ^ (hash >>> 15)) >>> 0
}

/** FNV-1a with the finish of MurmurHash3, so that every bit depends on every letter, as MinHash needs it. */
export function hashEvenly(text: string): number {
  let hash = fnv1a(text)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Bits set in a word, summed in pairs, fours and bytes (Warren 2013, "Hacker's Delight", figure 5-2). */
export function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555)
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
