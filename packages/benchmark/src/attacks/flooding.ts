import type { CatalogTool, Judgments } from '@toolscout/evaluation'
import { createRandom, type Random } from '../corpus/random.ts'
import { type QueryWords, readSetWords, type SetWords } from './set-words.ts'
import { ATTACK_PREFIX, draw } from './stuffing.ts'

/** A flood of tools that are written to be found. */
export interface FloodPlan {
  /** Tools that are added, as a share of the catalog; one at least. */
  readonly share: number
  /** Servers that register them, by turns. */
  readonly servers: number
  /** Whether the tools of a group share their wording, or differ enough not to count as near-duplicates. */
  readonly wording: 'alike' | 'varied'
}

/** The tools of a flood, and the ids of the queries they are aimed at. */
export interface Flood {
  readonly tools: readonly CatalogTool[]
  readonly aimedAt: ReadonlySet<string>
}

/** Tools for the same words: as many as an answer has places. */
const GROUP = 10
/** Queries that are tried as the middle of a group. */
const CANDIDATES = 200
/** Share of the weight of a query's words that a group must have to be aimed at it. */
const ENOUGH = 0.5
const MOST_WORDS = 24

/**
 * A greedy attacker who knows every query: each group of tools is written in the words of the query whose words cover
 * the most queries that are not covered yet, and in the most frequent words of those.
 */
export function createFlood(
  judgments: Judgments,
  { share, servers, wording }: FloodPlan,
  seed: number,
): Flood {
  const words = readSetWords(judgments)
  const count = Math.max(1, Math.round(share * judgments.tools.length))
  const random = createRandom(seed, 0)
  const aimedAt = new Set<string>()
  const tools: CatalogTool[] = []
  while (tools.length < count) {
    const open = words.queries.filter(({ query }) => !aimedAt.has(query.id))
    const group = bestGroup(open.length > 0 ? open : words.queries, words, random)
    for (const id of group.covered) aimedAt.add(id)
    for (let i = 0; i < GROUP && tools.length < count; i += 1) {
      const place = tools.length
      const told = wording === 'alike' ? group.words : varied(group.words, words, random)
      tools.push({
        id: `${ATTACK_PREFIX}${place}`,
        namespace: `flood-${place % servers}`,
        name: `${told.slice(0, 3).join('_')}_${place}`,
        description: told.join(' '),
        inputSchema: { type: 'object' },
      })
    }
  }
  return { tools, aimedAt }
}

interface Group {
  readonly covered: readonly string[]
  /** The rarest words of its middle first. */
  readonly words: readonly string[]
}

function bestGroup(open: readonly QueryWords[], words: SetWords, random: Random): Group {
  const weight = (list: readonly string[]): number =>
    list.reduce((sum, word) => sum + words.rarityOf(word), 0)
  let best: readonly QueryWords[] = []
  let middle = random.pick(open)
  for (let i = 0; i < Math.min(CANDIDATES, open.length); i += 1) {
    const candidate = random.pick(open)
    const has = new Set(candidate.words)
    const covered = open.filter(
      (other) => weight(other.words.filter((word) => has.has(word))) >= ENOUGH * weight(other.words),
    )
    if (covered.length <= best.length) continue
    best = covered
    middle = candidate
  }
  const counts = new Map<string, number>()
  for (const word of best.flatMap((other) => other.words)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const others = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([word]) => word)
  const own = [...middle.words].sort((a, b) => words.rarityOf(b) - words.rarityOf(a) || (a < b ? -1 : 1))
  return {
    covered: best.map(({ query }) => query.id),
    words: [...new Set([...own.slice(0, MOST_WORDS / 2), ...others])].slice(0, MOST_WORDS),
  }
}

/** Most of the words in another order, and some that have nothing to do with them. */
function varied(own: readonly string[], { told }: SetWords, random: Random): readonly string[] {
  const [first, ...rest] = own
  const kept = draw(rest, Math.ceil(0.8 * rest.length), random)
  return [...(first === undefined ? [] : [first]), ...kept, ...draw(told, 6, random)]
}
