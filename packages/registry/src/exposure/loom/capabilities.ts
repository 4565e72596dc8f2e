import type { Tool } from '@toolscout/model'

/**
 * What words in the name or description of a tool say it can do, as Loom has it; here only whole words count, so that
 * `already` is no file and `podcast` no pod.
 */
const CAPABILITY_WORDS: { readonly [capability: string]: readonly string[] } = {
  file_io: ['file', 'read', 'write', 'path', 'directory'],
  http: ['http', 'request', 'api', 'fetch', 'url', 'endpoint'],
  database: ['database', 'sql', 'query', 'postgres', 'mysql', 'sqlite'],
  notification: ['notify', 'alert', 'slack', 'email', 'message', 'send'],
  shell: ['bash', 'shell', 'command', 'exec', 'terminal'],
  search: ['search', 'find', 'lookup', 'query', 'filter'],
  transform: ['transform', 'convert', 'parse', 'format', 'encode', 'decode'],
  validate: ['validate', 'check', 'verify', 'lint', 'test'],
  generate: ['generate', 'create', 'build', 'make', 'produce'],
  analyze: ['analyze', 'inspect', 'examine', 'review', 'audit'],
  web_search: ['web', 'search', 'google', 'tavily', 'browse'],
  code: ['code', 'function', 'class', 'method', 'syntax'],
  git: ['git', 'commit', 'branch', 'merge', 'pull', 'push'],
  kubernetes: ['kubernetes', 'k8s', 'pod', 'deployment', 'container'],
  aws: ['aws', 's3', 'lambda', 'ec2', 'dynamodb'],
  visualization: ['chart', 'graph', 'plot', 'visualize', 'diagram'],
}
const CAPABILITIES = Object.keys(CAPABILITY_WORDS)
/** Longest text that is looked through, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 2_000

/** What a tool can do: what it says itself, else what its words say. Always in the same order. */
export function capabilitiesOf({ name, description = '', capabilities }: Tool): readonly string[] {
  if (capabilities !== undefined) return capabilities
  const words = wordsOf(`${name} ${description}`.slice(0, MAX_TEXT_LENGTH))
  return CAPABILITIES.filter((capability) =>
    (CAPABILITY_WORDS[capability] ?? []).some((word) => words.has(word)),
  )
}

/** Words in lower case, identifiers taken apart, and each that ends in s without it as well. */
function wordsOf(text: string): ReadonlySet<string> {
  const parts =
    text
      .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(parts.flatMap((word) => (word.endsWith('s') ? [word, word.slice(0, -1)] : [word])))
}
