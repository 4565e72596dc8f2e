import type { GatewayAnswer } from '@toolscout/gateway'
import type { GatewayHit } from '@toolscout/gateway/internal'
import type { Tool } from '@toolscout/model'
import { createAnalyzer } from '@toolscout/search'
import type { RelevanceSignal } from '../loom.ts'
import type { RatedCapability } from './capabilities.ts'

/** Words of a query that a reason names. */
const MAX_WORDS = 5
/** How much of a description is looked at, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 2_000
/** Beginning of the label by which a language model's rating stands in an explanation. */
const RATING = 'rating by '
const analyzer = createAnalyzer()

/** Terms of a tool's name, title and namespace, and of the beginning of its description. */
export interface SaidTerms {
  readonly name: ReadonlySet<string>
  readonly description: ReadonlySet<string>
}

/** Reads what a tool says. */
export function readSaidTerms(tool: Pick<Tool, 'name' | 'title' | 'namespace' | 'description'>): SaidTerms {
  const { name, title = '', namespace = '', description = '' } = tool
  return {
    name: termsOf([name, title, namespace].join(' ')),
    description: termsOf(description.slice(0, MAX_TEXT_LENGTH)),
  }
}

/** Why a tool was found, in a sentence and as signals. */
export interface MatchReason {
  readonly matchReason: string
  readonly signals: readonly RelevanceSignal[]
}

/** Says of the hits of an answer what speaks for them: the words of the query they say. */
export function createMatchReasons(
  query: string,
  { hits }: Pick<GatewayAnswer, 'hits'>,
): (
  hit: GatewayHit,
  tool: { readonly said: SaidTerms; readonly capabilities: readonly RatedCapability[] },
) => MatchReason {
  const asked = [...new Map(analyzer.analyze(query).map((word) => [word.text, word])).values()]
  const askedTexts = new Set(asked.map(({ text }) => text.toLowerCase()))
  const best = hits[0]?.score ?? 0
  const sharedWith = (said: ReadonlySet<string>): readonly string[] =>
    asked.filter(({ tokens }) => tokens.some(({ term }) => said.has(term))).map(({ text }) => text)
  const signal = (type: RelevanceSignal['type'], description: string, weight: number): RelevanceSignal =>
    Object.freeze({ type, description, weight })
  const wordSignal = (
    type: 'nameMatch' | 'descriptionMatch',
    words: readonly string[],
  ): RelevanceSignal[] => {
    if (words.length === 0) return []
    const where = type === 'nameMatch' ? 'name' : 'description'
    return [signal(type, `Its ${where} says ${words.join(', ')}.`, words.length / asked.length)]
  }
  return ({ score, explanation }, { said, capabilities }) => {
    const named = sharedWith(said.name)
    const described = sharedWith(said.description)
    const rating = explanation?.children?.find(({ label }) => label.startsWith(RATING))
    const rated = rating === undefined ? '' : `${capital(rating.label)}.`
    const reason = sentence(named, described)
    const signals = [
      ...wordSignal('nameMatch', named),
      ...wordSignal('descriptionMatch', described),
      ...capabilities
        .filter(({ name }) => wordsOf(name).every((word) => askedTexts.has(word)))
        .map(({ name, confidence }) => signal('capabilityMatch', `It can do ${name}.`, confidence)),
      ...(best > 0 ? [signal('relevance', 'Its score beside the best one.', score / best)] : []),
      ...(rating === undefined ? [] : [signal('rerank', rated, rating.value)]),
    ]
    const matchReason =
      query.trim() === '' ? 'Nothing was asked for; tools are listed by id.' : `${reason} ${rated}`
    return { matchReason: matchReason.trim(), signals: Object.freeze(signals) }
  }
}

function sentence(inName: readonly string[], inDescription: readonly string[]): string {
  const named = inName.slice(0, MAX_WORDS)
  const described = inDescription.slice(0, MAX_WORDS).filter((word) => !named.includes(word))
  const parts = [
    ...(named.length === 0 ? [] : [`its name says ${named.join(', ')}`]),
    ...(described.length === 0 ? [] : [`its description says ${described.join(', ')}`]),
  ]
  return parts.length === 0 ? 'Means something near.' : `Matches: ${parts.join('; ')}.`
}

function termsOf(text: string): ReadonlySet<string> {
  return new Set(analyzer.analyze(text).flatMap(({ tokens }) => tokens.map(({ term }) => term)))
}

function wordsOf(capability: string): readonly string[] {
  return capability.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [capability]
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
