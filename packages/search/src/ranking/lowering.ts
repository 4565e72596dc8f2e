import type { ToolSummary } from '@toolscout/model'
import { rootsOf } from '../analysis/tokens.ts'
import type { DocumentFactor } from '../kernel/term-scoring.ts'
import type { LexicalCatalog } from './catalog.ts'
import {
  AGREEMENT,
  actionOf,
  agreementOf,
  type Intent,
  OPENING_LENGTH,
  partsOf,
  type ToolAction,
} from './intent.ts'
import type { QueryTerms } from './query-terms.ts'
import { baseOf, wordsOf } from './verbs.ts'

/**
 * What a tool keeps of its score by the servers that a request names: the less, the surer another server is named than its
 * own. In a request of many parts a server is named for one of them. What is to be done, such as fetch or search, names none,
 * unless it stands before `server`.
 */
function keptByServer(
  { words }: QueryTerms,
  parts: number,
  catalog: LexicalCatalog,
): (docId: number) => number {
  const strength = catalog.signals.servers
  if (strength === 0 || parts === 0) return () => 1
  const isVerb = (text: string): boolean => baseOf(text.toLowerCase()) !== undefined
  const nouns = words.filter(({ text }, i) => !isVerb(text) || words[i + 1]?.text.toLowerCase() === 'server')
  const named = catalog.servers.namedIn(rootsOf(nouns), (root) => catalog.frequencyOf(root))
  if (named.size === 0) return () => 1
  const surest = Math.max(...named.values())
  return (docId) =>
    1 - (strength * (surest - (named.get(catalog.servers.serverOf(docId) ?? -1) ?? 0))) / parts
}

/** Words that count less may stand in any request, and tell no object. */
const LEAST_OBJECT = 0.5

/** Terms of what a request is about, beside what it wants done: a verb decides among tools for one thing. */
function objectsOf(
  { words, roots, expansions }: QueryTerms,
  intent: Intent,
  catalog: LexicalCatalog,
): ReadonlySet<string> {
  const objects = new Set<string>()
  if (intent.verbs.size === 0) return objects
  for (const word of words) {
    if (intent.verbs.has(baseOf(word.text) ?? '')) continue
    for (const root of rootsOf([word])) {
      if ((roots.get(root) ?? 0) < LEAST_OBJECT) continue
      for (const term of [root, ...(expansions.get(root) ?? [])])
        if (catalog.frequencyOf(term) > 0) objects.add(term)
    }
  }
  return objects
}

/** From one thing to another, a word each: `degrees to radians`. */
type Direction = readonly [from: string, to: string]

const TOWARDS: ReadonlySet<string> = new Set(['to', 'into', '2'])
const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the', 'my', 'its'])
/** Words before `to` of which one may be what is turned into something. */
const BEFORE = 3

function directionsOf(words: readonly string[], before = BEFORE): readonly Direction[] {
  const directions: Direction[] = []
  for (let i = 1; i < words.length - 1; i += 1) {
    if (!TOWARDS.has(words[i] as string)) continue
    const to = words[i + (ARTICLES.has(words[i + 1] as string) ? 2 : 1)]
    if (to === undefined) continue
    for (const from of words.slice(Math.max(0, i - before), i)) directions.push([from, to])
  }
  return directions
}

/** Letters that words of one thing share at least: `deg`, `degree`, `degrees`. */
const SAME = 3

function isSame(one: string, other: string): boolean {
  const length = Math.max(SAME, Math.min(one.length, other.length) - 1)
  return one === other || (one.length >= SAME && one.slice(0, length) === other.slice(0, length))
}

/** By summary, which never changes; most tools go nowhere. */
const ways = new WeakMap<ToolSummary, readonly Direction[]>()
const NOWHERE: readonly Direction[] = []

function waysOf(tool: ToolSummary): readonly Direction[] {
  let own = ways.get(tool)
  if (own === undefined) {
    const found = [
      ...directionsOf(partsOf(tool.name), 1),
      ...directionsOf(wordsOf(tool.summary.slice(0, OPENING_LENGTH)), 1),
    ]
    own = found.length === 0 ? NOWHERE : found
    ways.set(tool, own)
  }
  return own
}

/** Whether a tool goes the other way, by its name or how its description begins: `radians_to_degrees` for `degrees to radians`. */
function isReversed(tool: ToolSummary, directions: readonly Direction[]): boolean {
  if (directions.length === 0) return false
  const own = waysOf(tool)
  const has = (from: string, to: string): boolean =>
    own.some((way) => isSame(way[0], from) && isSame(way[1], to))
  return own.length > 0 && directions.some(([from, to]) => has(to, from) && !has(from, to))
}

/** What tools are lowered by. */
export interface Lowering {
  readonly query: QueryTerms
  readonly intent: Intent
  /** Subqueries of the request. */
  readonly parts: number
  readonly catalog: LexicalCatalog
  /** Whether a tool holds one of some terms. */
  readonly holdsAny: (docId: number, terms: ReadonlySet<string>) => boolean
}

/** What tools keep of their score. */
export interface Lowered extends DocumentFactor {
  /** The same of what is added by meaning, which knows verbs too: lowered by the opposite and by an unasked deletion alone. */
  readonly ofMeaning: (docId: number) => number
}

/** What tools keep of their score by what they do, and by the servers that the request names. */
export function readLowering({ query, intent, parts, catalog, holdsAny }: Lowering): Lowered {
  const ofServer = keptByServer(query, parts, catalog)
  const objects = objectsOf(query, intent, catalog)
  const byAction = new Map<ToolAction, number>()
  const strength = catalog.signals.intent * intent.clarity
  const actionFactor = (action: ToolAction): number => {
    const known = byAction.get(action)
    if (known !== undefined) return known
    const factor = 1 - strength * action.certainty * (1 - agreementOf(action, intent))
    byAction.set(action, factor)
    return factor
  }
  const actionOfDoc = (docId: number): ToolAction => actionOf(catalog.summaryOf(docId))
  const isOther = (docId: number): boolean => objects.size > 0 && !holdsAny(docId, objects)
  const other = 1 - strength * (1 - AGREEMENT.other)
  const directions = directionsOf(query.words.map(({ text }) => text.toLowerCase()))
  const reversed = 1 - strength * (1 - AGREEMENT.opposite)
  const isBackwards = (docId: number): boolean => isReversed(catalog.summaryOf(docId), directions)
  const ofAction = (docId: number): number => {
    if (strength === 0) return 1
    if (isBackwards(docId)) return reversed
    const factor = actionFactor(actionOfDoc(docId))
    return factor > other && isOther(docId) ? other : factor
  }
  return {
    ofMeaning: (docId) => {
      const action = actionOfDoc(docId)
      const isAgainst = strength > 0 && agreementOf(action, intent) <= AGREEMENT.deletes
      const kept = isBackwards(docId) ? reversed : isAgainst ? actionFactor(action) : 1
      return kept * ofServer(docId)
    },
    of: (docId) => ofAction(docId) * ofServer(docId),
    why: (docId) => {
      const { verb } = actionOfDoc(docId)
      if (isBackwards(docId)) return 'it goes the other way'
      const asked = [...intent.verbs.keys()].join(', ')
      const why = `its verb: ${verb || 'unknown'}; asked: ${asked || 'none'}`
      const about = isOther(docId) ? `${why}; it shares no more than the verb` : why
      return ofServer(docId) < 1 ? `${about}; another server is named` : about
    },
  }
}
