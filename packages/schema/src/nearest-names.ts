/** Longest name that is compared, in UTF-16 code units; longer ones are no typing slips. */
const MAX_NAME_LENGTH = 64
/** Most names that are compared with one: as many properties as a schema may have. */
const MAX_NAMES = 500

/**
 * The names somebody may have meant by `name`, nearest first, at most `max`. Names that differ only in case or
 * in `_`, `-` and `.` come first, then typing slips (one edit for every three letters), then names of which one
 * begins the other. Of equally near names the first given comes first.
 */
export function nearestNames(name: string, names: readonly string[], max: number): readonly string[] {
  const folded = fold(name)
  const near = names
    .slice(0, MAX_NAMES)
    .map((candidate) => ({ candidate, distance: nameDistance(folded, fold(candidate)) }))
    .filter(({ distance }) => distance !== undefined)
  // The sort is stable, so equal distances keep their order.
  return near
    .sort((a, b) => (a.distance as number) - (b.distance as number))
    .slice(0, max)
    .map(({ candidate }) => candidate)
}

function fold(name: string): string {
  return name
    .slice(0, MAX_NAME_LENGTH)
    .toLowerCase()
    .replace(/[_.\-\s]/g, '')
}

function nameDistance(a: string, b: string): number | undefined {
  const longer = Math.max(a.length, b.length)
  const edits = editDistance(a, b)
  if (edits <= Math.max(1, Math.floor(longer / 3))) return edits
  const isBeginning = a.startsWith(b) || b.startsWith(a)
  return isBeginning && Math.min(a.length, b.length) >= 3 ? longer : undefined
}

/**
 * Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b` (optimal string alignment:
 * Damerau 1964, computed as in Wagner and Fischer 1974).
 */
function editDistance(a: string, b: string): number {
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1]
      let edits = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (isSame ? 0 : 1),
      )
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        edits = Math.min(edits, (beforeLast[column - 2] as number) + 1)
      }
      current.push(edits)
    }
    beforeLast = last
    last = current
  }
  return last[b.length] as number
}
