import type { Explanation, Tool } from '@toolscout/model'
import type { RatedCapability, RegistryAnswer, RegistryHit } from '@toolscout/registry'
import { keywordsOf } from './keywords.ts'
import type { RelevanceSignal } from './loom.ts'

/** Beginning of the label by which a language model's rating stands in an explanation. */
const RATING = 'rating by '

/** What speaks for a hit, in the order of what it is looked at first. */
export function toSignals(
  query: string,
  {
    hit,
    answer,
    capabilities,
  }: {
    readonly hit: RegistryHit
    readonly answer: RegistryAnswer
    readonly capabilities: readonly RatedCapability[]
  },
  tool: Pick<Tool, 'name' | 'description'>,
): readonly RelevanceSignal[] {
  const asked = wordsOf(query)
  const signals: RelevanceSignal[] = []
  const match = (type: 'nameMatch' | 'descriptionMatch', where: string, words: readonly string[]): void => {
    const shared = asked.filter((word) => words.includes(word))
    if (shared.length === 0) return
    signals.push({
      type,
      description: `Its ${where} says ${shared.join(', ')}.`,
      weight: shared.length / asked.length,
    })
  }
  match('nameMatch', 'name', wordsOf(tool.name))
  match('descriptionMatch', 'description', wordsOf(tool.description ?? ''))
  for (const { name, confidence } of capabilities) {
    const words = wordsOf(name)
    if (!words.every((word) => asked.includes(word))) continue
    signals.push({ type: 'capabilityMatch', description: `It can do ${name}.`, weight: confidence })
  }
  const best = answer.hits[0]?.score ?? 0
  if (best > 0) {
    const description = 'Its score beside the best one.'
    signals.push({ type: 'relevance', description, weight: hit.score / best })
  }
  const rating = ratingOf(hit.explanation)
  if (rating !== undefined)
    signals.push({ type: 'rerank', description: `${capital(rating.label)}.`, weight: rating.value })
  return Object.freeze(signals.map((signal) => Object.freeze(signal)))
}

function wordsOf(text: string): readonly string[] {
  const apart = text.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').replaceAll(/[_.-]/gu, ' ')
  return keywordsOf('', apart)
}

function ratingOf(explanation: Explanation | undefined): Explanation | undefined {
  return explanation?.children?.find(({ label }) => label.startsWith(RATING))
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
