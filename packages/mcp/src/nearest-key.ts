/** Longest key that is compared; what is longer is no slip of the pen. */
const MAX_COMPARED_LENGTH = 40

/**
 * The known key that an unknown one was probably meant to be: at most two edits away (one for keys of up to
 * four characters), whatever the case. `undefined` when there is none; the first of several equally near ones.
 */
export function nearestKey(key: string, known: readonly string[]): string | undefined {
  if (key.length > MAX_COMPARED_LENGTH) return undefined
  const wanted = key.toLowerCase()
  let nearest: string | undefined
  let best = wanted.length <= 4 ? 1 : 2
  for (const candidate of known) {
    const distance = editDistance(wanted, candidate.toLowerCase())
    if (distance > best || (distance === best && nearest !== undefined)) continue
    nearest = candidate
    best = distance
  }
  return nearest
}

/** Insertions, deletions and substitutions that lead from one text to the other (Levenshtein 1966). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(substituted, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}
