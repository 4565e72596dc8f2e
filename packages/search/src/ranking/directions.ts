/** From one thing to another, a word each: `degrees to radians`. */
export type Direction = readonly [from: string, to: string]

const TOWARDS: ReadonlySet<string> = new Set(['to', 'into', '2'])
const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the', 'my', 'its'])
/** Words before `to` of which one may be what is turned into something. */
const BEFORE = 3

/** The directions that words name, what is turned into something being among the `before` words before `to`. */
export function directionsOf(words: readonly string[], before: number = BEFORE): readonly Direction[] {
  const directions: Direction[] = []
  for (let i = 1; i < words.length - 1; i += 1) {
    if (!TOWARDS.has(words[i] as string)) continue
    const to = words[i + (ARTICLES.has(words[i + 1] as string) ? 2 : 1)]
    if (to === undefined) continue
    for (const from of words.slice(Math.max(0, i - before), i)) directions.push([from, to])
  }
  return directions
}
