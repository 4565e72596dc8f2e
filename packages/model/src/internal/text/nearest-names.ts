/** How many code units of a name are compared; longer ones are no typing slips. */
const MAX_NAME_LENGTH = 64
/** Most names that are compared with one: as many properties as a schema may have. */
const MAX_NAMES = 500

/** What {@link nearestNames} may be told. */
export interface NearestNamesOptions {
  /** Most names that are given. Default 1. Legal: integers from 0. */
  readonly max?: number | undefined
  /** Whether a name that begins the other counts as near, such as `repo` and `repository`. Default true. */
  readonly beginnings?: boolean | undefined
}

/**
 * The names somebody may have meant by `name`, nearest first. Names that differ only in case or in `_`, `-` and
 * `.` come first, then typing slips (one edit for every three letters), then names of which one begins the other.
 * Of equally near names the first given comes first. At most the first 500 names are compared.
 */
export function nearestNames(
  name: string,
  names: readonly string[],
  { max = 1, beginnings = true }: NearestNamesOptions = {},
): readonly string[] {
  const folded = fold(name)
  const near = names
    .slice(0, MAX_NAMES)
    .map((candidate) => ({ candidate, distance: nameDistance(folded, fold(candidate), beginnings) }))
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

function nameDistance(a: string, b: string, beginnings: boolean): number | undefined {
  const longer = Math.max(a.length, b.length)
  const edits = editDistance(a, b)
  if (edits <= Math.max(1, Math.floor(longer / 3))) return edits
  const isBeginning = beginnings && (a.startsWith(b) || b.startsWith(a))
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
