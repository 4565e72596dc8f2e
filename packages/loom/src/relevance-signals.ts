import type { Explanation } from '@toolscout/model'
import type { RatedCapability, RegistryAnswer, RegistryHit } from '@toolscout/registry'
import { keywordsOf } from './keywords.ts'
import type { RelevanceSignal } from './loom.ts'

/** Beginning of the label by which a language model's rating stands in an explanation. */
const RATING = 'rating by '

/** What signals are made of; all words are from {@link signalWords}. */
export interface SignalWords {
  readonly nameWords: ReadonlySet<string>
  readonly descriptionWords: ReadonlySet<string>
  readonly capabilities: readonly RatedCapability[]
  /** The words of each capability. */
  readonly capabilityWords: readonly (readonly string[])[]
}

/** Says of the hits of an answer what speaks for them, in the order of what it is looked at first. */
export function createSignals(
  query: string,
  { hits }: Pick<RegistryAnswer, 'hits'>,
): (hit: RegistryHit, tool: SignalWords) => readonly RelevanceSignal[] {
  const asked = signalWords(query)
  const best = hits[0]?.score ?? 0
  return (hit, { nameWords, descriptionWords, capabilities, capabilityWords }) => {
    const signals: RelevanceSignal[] = []
    const match = (
      type: 'nameMatch' | 'descriptionMatch',
      where: string,
      words: ReadonlySet<string>,
    ): void => {
      const shared = asked.filter((word) => words.has(word))
      if (shared.length === 0) return
      const description = `Its ${where} says ${shared.join(', ')}.`
      signals.push({ type, description, weight: shared.length / asked.length })
    }
    match('nameMatch', 'name', nameWords)
    match('descriptionMatch', 'description', descriptionWords)
    for (const [i, { name, confidence }] of capabilities.entries()) {
      if (capabilityWords[i]?.every((word) => asked.includes(word)) !== true) continue
      signals.push({ type: 'capabilityMatch', description: `It can do ${name}.`, weight: confidence })
    }
    if (best > 0) {
      const description = 'Its score beside the best one.'
      signals.push({ type: 'relevance', description, weight: hit.score / best })
    }
    const rating = ratingOf(hit.explanation)
    if (rating !== undefined) {
      signals.push({ type: 'rerank', description: `${capital(rating.label)}.`, weight: rating.value })
    }
    return Object.freeze(signals.map((signal) => Object.freeze(signal)))
  }
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
