import type { Tool } from '@toolscout/model'
import { normalizeTag } from '@toolscout/model/internal'

/**
 * What words say that a tool can do, by capability: `surely` say it alone, `perhaps` may as well mean something else. All
 * in lower case.
 */
export interface CapabilityRules {
  readonly [capability: string]: {
    readonly surely: readonly string[]
    readonly perhaps?: readonly string[] | undefined
  }
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

/**
 * Least confidence at which a tool counts as having a capability: one uncertain word in its name, or two in its
 * description. One alone there (0.3) is mostly wrong: "read" that talks of an error message sends none.
 */
export const DEFAULT_MIN_CONFIDENCE = 0.5
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
  /** What doubt these words leave. */
  const doubtOf = (words: readonly string[], certainty: 'surely' | 'perhaps'): number =>
    words.reduce((doubt, word) => {
      if (inName.has(word)) return doubt * (1 - WEIGHTS.name[certainty])
      return inText.has(word) ? doubt * (1 - WEIGHTS.text[certainty]) : doubt
    }, 1)
  return Object.entries(rules).flatMap(([capability, { surely, perhaps = [] }]) => {
    const doubt = doubtOf(surely, 'surely') * doubtOf(perhaps, 'perhaps')
    return doubt < 1 ? [Object.freeze({ name: capability, confidence: 1 - doubt, isExplicit: false })] : []
  })
}

/** Capabilities are compared as tags are, so `File IO`, `file_io` and `file-io` are one. */
export function toCapability(name: string): string {
  return normalizeTag(name).replaceAll('_', '-')
}

/** Words in lower case, identifiers taken apart, and those that may be plurals without their ending as well. */
function wordsOf(text: string): ReadonlySet<string> {
  const apart = text
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll}{2})/gu, '$1 $2')
  const words = apart.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.flatMap((word) => [word, ...singulars(word)]))
}

function singulars(word: string): readonly string[] {
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`]
  if (word.endsWith('es')) return [word.slice(0, -1), word.slice(0, -2)]
  return word.endsWith('s') ? [word.slice(0, -1)] : []
}
