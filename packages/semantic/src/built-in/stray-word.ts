/**
 * Adds the vector of a word that the table does not know: a direction of its own, drawn from the word, so that names of
 * products and people match themselves and, but for chance, nothing else.
 */
export function addStrayWord(sums: Float64Array, word: string, length: number): void {
  const step = length / Math.sqrt(sums.length)
  let state = seedOf(word)
  for (let i = 0; i < sums.length; i += 1) {
    state = nextState(state)
    sums[i] = (sums[i] as number) + (state < 0 ? -step : step)
  }
}

/** FNV-1a over UTF-16 code units; never 0, from which the generator would not get away. */
function seedOf(word: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < word.length; i += 1) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
  return hash === 0 ? 1 : hash
}

/** Marsaglia 2003, "Xorshift RNGs", with the triple 13, 17, 5. */
function nextState(state: number): number {
  let next = state ^ (state << 13)
  next ^= next >>> 17
  return next ^ (next << 5)
}
