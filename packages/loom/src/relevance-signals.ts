import type { GatewayAnswer } from '@toolscout/gateway'
import type { GatewayHit } from '@toolscout/gateway/internal'
import type { Explanation } from '@toolscout/model'
import type { RatedCapability } from './exposure/capabilities.ts'
import type { SaidWhere } from './exposure/match-reason.ts'
import { keywordsOf } from './keywords.ts'
import type { RelevanceSignal } from './loom.ts'

/** Beginning of the label by which a language model's rating stands in an explanation. */
const RATING = 'rating by '

/** What signals are made of; all words are from {@link signalWords}. */
export interface SignalWords {
  readonly words: ReadonlyMap<string, SaidWhere>
  readonly capabilitySignals: readonly CapabilitySignal[]
}

/** What speaks for a tool when a query has all these words. */
export interface CapabilitySignal {
  readonly words: readonly string[]
  readonly signal: RelevanceSignal
}

/** What its capabilities may say for a tool. Frozen. */
export function readCapabilitySignals(capabilities: readonly RatedCapability[]): readonly CapabilitySignal[] {
  return Object.freeze(
    capabilities.map(({ name, confidence }) =>
      Object.freeze({
        words: signalWords(name),
        signal: Object.freeze({
          type: 'capabilityMatch',
          description: `It can do ${name}.`,
          weight: confidence,
        }),
      }),
    ),
  )
}

/** Says of the hits of an answer what speaks for them, in the order of what it is looked at first. */
export function createSignals(
  query: string,
  { hits }: Pick<GatewayAnswer, 'hits'>,
): (hit: GatewayHit, tool: SignalWords) => readonly RelevanceSignal[] {
  const asked = signalWords(query)
  const best = hits[0]?.score ?? 0
  const matchOf = (type: 'nameMatch' | 'descriptionMatch', shared: number, told: string): RelevanceSignal => {
    const where = type === 'nameMatch' ? 'name' : 'description'
    return Object.freeze({
      type,
      description: `Its ${where} says ${told}.`,
      weight: shared / asked.length,
    })
  }
  return (hit, { words, capabilitySignals }) => {
    const signals: RelevanceSignal[] = []
    let names = 0
    let named = ''
    let descriptions = 0
    let described = ''
    // Lists that are frozen are walked over by number, which the engine does faster.
    for (let i = 0; i < asked.length; i += 1) {
      const word = asked[i] as string
      const where = words.get(word)
      if (where === undefined) continue
      if (where !== 'description') {
        named = names === 0 ? word : `${named}, ${word}`
        names += 1
      }
      if (where !== 'name') {
        described = descriptions === 0 ? word : `${described}, ${word}`
        descriptions += 1
      }
    }
    if (names > 0) signals.push(matchOf('nameMatch', names, named))
    if (descriptions > 0) signals.push(matchOf('descriptionMatch', descriptions, described))
    for (let i = 0; i < capabilitySignals.length; i += 1) {
      const capability = capabilitySignals[i] as CapabilitySignal
      if (hasAll(asked, capability.words)) signals.push(capability.signal)
    }
    if (best > 0) {
      const description = 'Its score beside the best one.'
      signals.push(Object.freeze({ type: 'relevance', description, weight: hit.score / best }))
    }
    const rating = ratingOf(hit.explanation)
    if (rating !== undefined) {
      const description = `${capital(rating.label)}.`
      signals.push(Object.freeze({ type: 'rerank', description, weight: rating.value }))
    }
    return Object.freeze(signals)
  }
}

function hasAll(asked: readonly string[], words: readonly string[]): boolean {
  for (let i = 0; i < words.length; i += 1) if (!asked.includes(words[i] as string)) return false
  return words.length > 0
}

/** The words of a text that are compared: keywords, identifiers taken apart. */
export function signalWords(text: string): readonly string[] {
  const apart = text.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').replaceAll(/[_.-]/gu, ' ')
  return keywordsOf('', apart)
}

function ratingOf(explanation: Explanation | undefined): Explanation | undefined {
  return explanation?.children?.find(({ label }) => label.startsWith(RATING))
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
