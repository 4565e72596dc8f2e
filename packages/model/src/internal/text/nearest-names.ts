/** How many code units of a name are compared; longer ones are no typing slips. */
const MAX_NAME_LENGTH = 64
/** Most names that are compared with one: as many properties as a schema may have. */
const MAX_NAMES = 500

/** Options of {@link nearestNames}. */
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
  const near = names.slice(0, MAX_NAMES).flatMap((candidate) => {
    const distance = nameDistance(folded, fold(candidate), beginnings)
    return distance === undefined ? [] : [{ candidate, distance }]
  })
  // The sort is stable, so equal distances keep their order.
  const nearest = near.sort((a, b) => a.distance - b.distance).slice(0, max)
  return nearest.map(({ candidate }) => candidate)
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

/** Letters by which a slip may make a reference longer or shorter. */
const MAX_SLIPS = 3
/** Ids that are compared in full: what an error may take is a few milliseconds, however large the catalog. */
const MAX_COMPARED = 20_000
/** Names that `nearestNames` compares at once. */
const CHUNK = 500

/**
 * The ids somebody may have meant by a reference: those a few typing slips away, nearest first; for a reference without
 * a namespace also those whose name is.
 */
export function nearestIds(reference: string, ids: Iterable<string>, max: number): readonly string[] {
  const isWhole = reference.includes(':')
  const byText = new Map<string, string[]>()
  let compared = 0
  for (const id of ids) {
    const text = isWhole ? id : nameIn(id)
    if (Math.abs(text.length - reference.length) > MAX_SLIPS) continue
    byText.set(text, [...(byText.get(text) ?? []), id])
    compared += 1
    if (compared === MAX_COMPARED) break
  }
  let near: readonly string[] = []
  const texts = [...byText.keys()]
  for (let start = 0; start < texts.length; start += CHUNK - max) {
    // The best so far stand first, so that of equally near ones they stay.
    const some = [...near, ...texts.slice(start, start + CHUNK - max)]
    near = nearestNames(reference, some, { max, beginnings: false })
  }
  return near.flatMap((text) => byText.get(text) ?? []).slice(0, max)
}

/** The name in an id: `create_issue` of `github:create_issue` and of `github:create_issue:1.0.0`. */
function nameIn(id: string): string {
  const [first = '', second] = id.split(':')
  return second ?? first
}
