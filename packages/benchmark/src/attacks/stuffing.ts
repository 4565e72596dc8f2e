import type { CatalogTool, Judgments } from '@toolscout/evaluation'
import { createRandom, type Random } from '../corpus/random.ts'
import { readSetWords, type SetWords } from './set-words.ts'

/** Ids of tools that an attack adds begin with it. */
export const ATTACK_PREFIX = 'attack/'

/** Ways of stuffing a tool with words. */
export const STUFFING_KINDS: readonly StuffingKind[] = Object.freeze([
  'frequent words',
  'whole vocabulary',
  'copied names',
  'long lists',
])

/**
 * `frequent words`: what queries ask for most, repeated in every field; `whole vocabulary`: descriptions as long as can be
 * registered, of all words of the catalog; `copied names`: the name of a tool that answers a query, and its words
 * repeated; `long lists`: names, titles, tags, parameters and values of very many words.
 */
export type StuffingKind = 'frequent words' | 'whole vocabulary' | 'copied names' | 'long lists'

/** Tools that are added. */
const STUFFED_TOOLS = 100
/** Characters a description may have, less a margin. */
const LONGEST = 16_000

/** Stuffed tools for a set, each of a server of its own, so that nothing but their words holds them back. */
export function createStuffedTools(
  judgments: Judgments,
  kind: StuffingKind,
  seed: number,
): readonly CatalogTool[] {
  const words = readSetWords(judgments)
  return Array.from({ length: STUFFED_TOOLS }, (_, i) => {
    const random = createRandom(seed, i)
    return {
      id: `${ATTACK_PREFIX}${i}`,
      namespace: `stuffed-${i}`,
      ...STUFFERS[kind]({ judgments, words, random, place: i }),
    }
  })
}

interface Stuffing {
  readonly judgments: Judgments
  readonly words: SetWords
  readonly random: Random
  readonly place: number
}
type Stuffed = Omit<CatalogTool, 'id' | 'namespace'>

const STUFFERS: { readonly [kind in StuffingKind]: (stuffing: Stuffing) => Stuffed } = {
  'frequent words': ({ words, random }) => {
    const asked = draw(words.asked.slice(0, 200), 60, random)
    return {
      name: asked.slice(0, 4).join('_'),
      title: asked.slice(0, 8).join(' '),
      description: repeat(asked, 6),
      inputSchema: schemaOf(asked.slice(0, 30), asked),
      tags: asked.slice(0, 20),
    }
  },
  'whole vocabulary': ({ words, random, place }) => ({
    name: `assistant_${place}`,
    description: draw(words.told, words.told.length, random).join(' ').slice(0, LONGEST),
    inputSchema: { type: 'object' },
  }),
  'copied names': ({ judgments, words, random }) => {
    const { query } = random.pick(words.queries)
    const gold = judgments.tools.find(({ id }) => query.relevance.has(id)) ?? random.pick(judgments.tools)
    const own = gold.name.split(/[_\s-]+/)
    return {
      name: gold.name,
      description: repeat([...own, ...draw(words.asked.slice(0, 200), 20, random)], 6),
      inputSchema: gold.inputSchema,
    }
  },
  'long lists': ({ words, random }) => {
    const asked = draw(words.asked, 400, random)
    return {
      name: asked.slice(0, 60).join('_').slice(0, 500),
      title: asked.slice(0, 60).join(' ').slice(0, 500),
      description: asked.slice(0, 10).join(' '),
      inputSchema: schemaOf(asked, asked),
      tags: Array.from({ length: 20 }, (_, i) =>
        asked
          .slice(6 * i, 6 * i + 6)
          .join(' ')
          .slice(0, 64),
      ),
    }
  },
}

function repeat(words: readonly string[], times: number): string {
  return Array.from({ length: times }, () => words.join(' ')).join('. ')
}

function schemaOf(names: readonly string[], values: readonly string[]): CatalogTool['inputSchema'] {
  const properties = Object.fromEntries(
    names.map((name) => [name, { type: 'string', description: name, enum: [...values.slice(0, 50)] }]),
  )
  return { type: 'object', properties }
}

/** The given number of words, or all of them, in shuffled order. */
export function draw(words: readonly string[], count: number, random: Random): readonly string[] {
  return words
    .map((word) => ({ word, at: random.next() }))
    .sort((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ word }) => word)
}
