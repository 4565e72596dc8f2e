import type { Tool } from '@toolscout/model'
import { normalizeTag } from '@toolscout/model/internal'

/** Words of one capability: `surely` say it alone, `perhaps` may as well mean something else. All in lower case. */
export interface CapabilityWords {
  readonly surely: readonly string[]
  readonly perhaps?: readonly string[] | undefined
}

/** What words say that a tool can do, by capability. */
export interface CapabilityRules {
  readonly [capability: string]: CapabilityWords
}

/** Something a tool can do, and how sure that is. */
export interface RatedCapability {
  readonly name: string
  /** From 0 to 1; 1 for what the tool says of itself. */
  readonly confidence: number
  /** Whether the tool says it itself; else its words do. */
  readonly isExplicit: boolean
}

/**
 * What words in the name or description of a tool say it can do, as Loom has it; here only whole words count, so that
 * `already` is no file, `digital` no git and `podcast` no pod.
 */
export const CAPABILITY_RULES: CapabilityRules = Object.freeze({
  file_io: { surely: ['file', 'directory'], perhaps: ['read', 'write', 'path'] },
  http: { surely: ['http', 'url', 'endpoint'], perhaps: ['request', 'api', 'fetch'] },
  database: { surely: ['database', 'sql', 'postgres', 'mysql', 'sqlite'], perhaps: ['query'] },
  notification: { surely: ['notify', 'alert', 'slack', 'email'], perhaps: ['message', 'send'] },
  shell: { surely: ['bash', 'shell', 'terminal', 'exec'], perhaps: ['command'] },
  search: { surely: ['search', 'find', 'lookup'], perhaps: ['query', 'filter'] },
  transform: { surely: ['transform', 'convert', 'encode', 'decode'], perhaps: ['parse', 'format'] },
  validate: { surely: ['validate', 'verify', 'lint'], perhaps: ['check', 'test'] },
  generate: { surely: ['generate', 'create', 'produce'], perhaps: ['build', 'make'] },
  analyze: { surely: ['analyze', 'inspect', 'examine', 'audit'], perhaps: ['review'] },
  web_search: { surely: ['google', 'tavily', 'browse'], perhaps: ['web', 'search'] },
  code: { surely: ['code', 'syntax'], perhaps: ['function', 'class', 'method'] },
  git: { surely: ['git', 'commit'], perhaps: ['branch', 'merge', 'pull', 'push'] },
  kubernetes: { surely: ['kubernetes', 'k8s', 'pod'], perhaps: ['deployment', 'container'] },
  aws: { surely: ['aws', 's3', 'lambda', 'ec2', 'dynamodb'] },
  visualization: { surely: ['chart', 'plot', 'visualize', 'diagram'], perhaps: ['graph'] },
})

/** How much one word says; one in the name says more. Words together say more than one, and never all. */
const WEIGHTS = { name: { surely: 0.8, perhaps: 0.5 }, text: { surely: 0.6, perhaps: 0.3 } } as const
/** Longest text that is looked through, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 2_000

/**
 * What a tool can do: what it says itself, else what its words say, each with `1 - Π(1 - w)` over the weights `w` of
 * the words that say it. In the order of the tool, or of the rules.
 */
export function rateCapabilities(
  { name, description = '', capabilities }: Pick<Tool, 'name' | 'description' | 'capabilities'>,
  rules: CapabilityRules = CAPABILITY_RULES,
): readonly RatedCapability[] {
  if (capabilities !== undefined) {
    return capabilities.map((said) => Object.freeze({ name: said, confidence: 1, isExplicit: true }))
  }
  const inName = wordsOf(name)
  const inText = wordsOf(description.slice(0, MAX_TEXT_LENGTH))
  /** What doubt is left, of so much, when words were looked for. */
  const lessen = (before: number, words: readonly string[], certainty: 'surely' | 'perhaps'): number => {
    let doubt = before
    for (const word of words) {
      if (inName.has(word)) doubt *= 1 - WEIGHTS.name[certainty]
      else if (inText.has(word)) doubt *= 1 - WEIGHTS.text[certainty]
    }
    return doubt
  }
  const rated: RatedCapability[] = []
  for (const capability of Object.keys(rules)) {
    const { surely, perhaps = [] } = rules[capability] as CapabilityWords
    const doubt = lessen(lessen(1, surely, 'surely'), perhaps, 'perhaps')
    if (doubt < 1) rated.push(Object.freeze({ name: capability, confidence: 1 - doubt, isExplicit: false }))
  }
  return rated
}

/** What most texts are made of. */
const ASCII = /^[\t\n\r\x20-\x7e]*$/

/** Capabilities are compared as tags are, so `File IO`, `file_io` and `file-io` are one. */
export function toCapability(name: string): string {
  return normalizeTag(name).replaceAll('_', '-')
}

/** Words in lower case, identifiers taken apart, and those that may be plurals without their ending as well. */
function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>()
  for (const word of ASCII.test(text) ? plainParts(text) : anyParts(text)) {
    words.add(word)
    for (const singular of singulars(word)) words.add(singular)
  }
  return words
}

function anyParts(text: string): readonly string[] {
  const apart = text
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll}{2})/gu, '$1 $2')
  return apart.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The same for ASCII, without tables of all letters. */
function plainParts(text: string): readonly string[] {
  const apart = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z]{2})/g, '$1 $2')
  return apart.toLowerCase().match(/[a-z0-9]+/g) ?? []
}

function singulars(word: string): readonly string[] {
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`]
  if (word.endsWith('es')) return [word.slice(0, -1), word.slice(0, -2)]
  return word.endsWith('s') ? [word.slice(0, -1)] : []
}
