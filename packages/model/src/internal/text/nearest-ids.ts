import { nearestNames } from './nearest-names.ts'

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
