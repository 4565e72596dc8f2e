import type { ToolSummary } from '@toolscout/model'
import { nameKey, splitIdentifier } from '../analysis/split-words.ts'
import { OPENING_LENGTH, type ToolHead } from '../snapshot/snapshot-searcher.ts'
import { baseOf, knownVerbs, READ, RUN, wordsOf } from './verbs.ts'

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

/** What a tool does. Tools that do the same have the same one, by its number. */
export interface ToolAction {
  /** Its verb; empty where none is known. */
  readonly verb: string
  /** Classes of the verb, a bit each. */
  readonly classes: number
  /** How surely it is the verb, 0 to 1. */
  readonly certainty: number
  /** The same for all tools with all of this in common: from 0 on, without gaps. */
  readonly number: number
  /** Whether it turns something into something, see `directionsOfTool`. */
  readonly isDirected: boolean
}

/** The parts of a name: `get`, `URL` and `List` of `getURLList`. */
const PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g

/** The words of a name in small letters, and its numbers. */
function partsOf(name: string): readonly string[] {
  return (name.match(PARTS) ?? []).map((word) => word.toLowerCase())
}

/** Where a verb was found, and how surely it is the verb of the tool. */
const CERTAINTY = Object.freeze({ name: 1, end: 0.8, description: 0.5, none: 0.5 })

/** The actions of all tools, and the same by their numbers. */
const shared = new Map<string, ToolAction>()
export const ACTIONS: readonly ToolAction[] = []

/** What a tool does, by its name, else by the first word of its description, and by what its server says of it. */
export function actionOf(tool: ToolHead): ToolAction {
  const [verb, certainty] = verbOf(tool)
  const ofVerb = knownVerbs().classes.get(verb) ?? 0
  const classes = tool.annotations?.readOnlyHint === true ? READ | (ofVerb & RUN) : ofVerb
  const isDirected = directionsOfTool(tool).length > 0
  const key = `${verb} ${classes} ${certainty} ${isDirected}`
  let action = shared.get(key)
  if (action === undefined) {
    action = Object.freeze({ verb, classes, certainty, number: shared.size, isDirected })
    shared.set(key, action)
    ;(ACTIONS as ToolAction[]).push(action)
  }
  return action
}

/** What a tool turns into what, by its name and how its description begins; of most tools nothing. */
export function directionsOfTool({ name, summary }: ToolHead): readonly Direction[] {
  const opening = wordsOf(summary.slice(0, OPENING_LENGTH))
  return [partsOf(name), opening].flatMap((words) => directionsOf(words, 1))
}

function verbOf({ name, summary }: ToolHead): readonly [verb: string, certainty: number] {
  const { classes, nouns, inNames, opening } = knownVerbs()
  const words = partsOf(name)
  const isVerb = (word: string): boolean => classes.has(word) && (!nouns.has(word) || inNames.has(word))
  const first = words[0] ?? ''
  const last = words.at(-1) ?? ''
  if (isVerb(first)) return [first, CERTAINTY.name]
  const sure =
    words.find((word) => classes.has(word) && !nouns.has(word)) ??
    words.find((word, i) => i < words.length - 1 && inNames.has(word)) ??
    (isVerb(last) ? last : undefined)
  if (sure !== undefined) return [sure, CERTAINTY.name]
  if (classes.has(first)) return [first, CERTAINTY.name]
  if (classes.has(last)) return [last, CERTAINTY.end]
  const text = wordsOf(summary.slice(0, OPENING_LENGTH)).join(' ').replace(opening, '')
  const described = baseOf(text.split(' ', 1)[0] ?? '')
  if (described !== undefined) return [described, CERTAINTY.description]
  return [words.find((word) => classes.has(word)) ?? '', CERTAINTY.none]
}

/** From here on a first line gives examples. */
const EXAMPLES = /\(|\b(?:e\.g|such as|like|including|for example)\b/i
/** Shorter keys occur in others by chance. */
const SHORT_KEY = 5

/** Whether a server, a name, a title or the first line of a description has a word with this key. */
export function hasInHead({ name, title = '', namespace = '', summary }: ToolSummary, key: string): boolean {
  const [said = ''] = summary.split(EXAMPLES, 1)
  return `${namespace} ${name} ${title} ${said}`
    .split(/\s+/)
    .some((word) =>
      key.length < SHORT_KEY
        ? splitIdentifier(word).some((part) => nameKey(part) === key)
        : nameKey(word).includes(key),
    )
}
