import type { ToolSource } from '@toolscout/model'
import {
  checkOptions as checkKinds,
  checkOption,
  isJsonObject,
  type OptionKind,
  quote,
} from '@toolscout/model/internal'
import type {
  AddSourceOptions,
  ConnectServersOptions,
  DiscoveryOptions,
  OpenDiscoveryOptions,
  RenderToolsOptions,
  SourceOptions,
} from './discovery.ts'
import type { ToolHost } from './tool-host.ts'

type Members<Options> = { readonly [option in keyof Options]-?: OptionKind }

/** The options each operation reads. */
interface Operations {
  readonly createDiscovery: Members<DiscoveryOptions>
  readonly 'createDiscovery by words': Members<Omit<DiscoveryOptions, 'embedder' | 'fusion'>>
  readonly openDiscovery: Members<OpenDiscoveryOptions>
  readonly connectServers: Members<ConnectServersOptions>
  readonly addSource: Members<AddSourceOptions>
  readonly refreshSource: Members<SourceOptions>
  readonly describe: Members<NonNullable<Parameters<ToolHost['describe']>[1]>>
  readonly render: Members<RenderToolsOptions>
}

const SIGNAL = { signal: 'object' } as const
const DESCRIBE = { detail: 'anything', ...SIGNAL } as const
const WORDS = {
  searcher: 'anything',
  countTokens: 'function',
  calls: 'object',
  observer: { functions: ['begin'] },
  onError: 'function',
} as const
const FACADE = { ...WORDS, embedder: 'anything', fusion: 'anything' } as const
const OPTIONS: Operations = {
  createDiscovery: { index: { functions: ['search', 'register'] }, ...FACADE },
  'createDiscovery by words': { index: { functions: ['search', 'register'] }, ...WORDS },
  openDiscovery: { store: 'anything', ...FACADE },
  connectServers: {
    timeouts: 'object',
    limits: 'object',
    closeGraceMs: 'anything',
    fetch: 'function',
    authProvider: 'function',
    client: 'object',
    onDiagnostic: 'function',
    onProgress: 'function',
    onRegistered: 'function',
    kinds: 'list',
    ...SIGNAL,
  },
  addSource: { tags: 'anything', replicaOf: 'string', ...SIGNAL },
  refreshSource: SIGNAL,
  // A facade has nothing to warm for a call; whatever takes hosts may say it all the same.
  describe: { principal: 'string', isForCall: 'boolean', ...DESCRIBE },
  render: { format: 'anything', budgetTokens: 'anything', ...DESCRIBE },
}

/** @throws TypeError for options that are no object, for unknown members and values of another kind. */
export function checkOptions(operation: keyof Operations, options: unknown): void {
  checkKinds(`the options of ${operation}`, options, OPTIONS[operation])
}

/** @throws TypeError as `checkOptions`, and for options that would have no effect next to another one. */
export function checkDiscoveryOptions(
  options: DiscoveryOptions,
  operation: 'createDiscovery' | 'createDiscovery by words' = 'createDiscovery',
): void {
  checkOptions(operation, options)
  if (options.index !== undefined) refuseIdle('index', options, ['searcher', 'embedder', 'fusion'])
  checkRanking(options)
}

function checkRanking(options: Pick<DiscoveryOptions, 'searcher' | 'embedder' | 'fusion'>): void {
  const { searcher, embedder, fusion } = options
  if (embedder !== undefined && embedder !== false)
    checkOption('embedder', embedder, { functions: ['embed'] })
  if (searcher !== undefined && typeof searcher !== 'function') {
    checkOption('searcher', searcher, { functions: ['apply', 'search'] })
    const hint = 'Give a function, which receives the default searcher with them.'
    refuseIdle('a searcher of its own', options, ['embedder', 'fusion'], hint)
  }
  if (fusion === undefined || embedder !== false) return
  throw new TypeError('fusion would have no effect without an embedder; there is one ranking only.')
}

function refuseIdle(
  part: string,
  options: DiscoveryOptions,
  idle: readonly (keyof DiscoveryOptions)[],
  hint = `Give it to ${part} itself.`,
): void {
  const given = idle.filter((option) => options[option] !== undefined)
  if (given.length === 0) return
  throw new TypeError(`${given.join(', ')} would have no effect next to ${part}. ${hint}`)
}

/** @throws TypeError as `checkOptions`, and for what is no store. */
export function checkOpenOptions(options: OpenDiscoveryOptions): void {
  checkOptions('openDiscovery', options)
  checkRanking(options)
  checkOption('store', options.store, { functions: ['append'] })
}

/** @throws TypeError for what is neither the path of a configuration nor one. */
export function checkConfig(config: unknown): void {
  const isPath = typeof config === 'string' && config.trim() !== ''
  if (isPath || isJsonObject(config)) return
  throw new TypeError(`A configuration is the path of a file or an object, not ${quote(config)}.`)
}

/** @throws TypeError for what lacks a name or a function of a source. */
export function checkSource(source: ToolSource): void {
  checkOption('source', source, { functions: ['list', 'call', 'onChange', 'close'] })
  checkSourceName(source.name)
  if (source.name.trim() === '') throw new TypeError('The name of a source is empty.')
}

/** @throws TypeError for a name that is no text. */
export function checkSourceName(name: unknown): void {
  checkOption('name of the source', name, 'string')
}
