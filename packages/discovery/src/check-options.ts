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
import type { DurableCatalog } from './durable/durable-catalog.ts'
import type { ToolHost } from './tool-host.ts'

type Members<Options> = { readonly [option in keyof Options]-?: OptionKind }

/** The options a method takes behind everything else. */
type OptionsOf<Method extends (...args: never) => unknown> =
  Required<Parameters<Method>> extends readonly [...unknown[], infer Options] ? NonNullable<Options> : never

type OfHost = 'describe' | 'list' | 'page' | 'count' | 'resolve' | 'get' | 'servers' | 'version' | 'ready'

type HostOptions = { readonly [method in OfHost]: Members<OptionsOf<ToolHost[method]>> }

/** The options each operation reads. */
interface Operations extends HostOptions {
  readonly createDiscovery: Members<DiscoveryOptions>
  readonly 'createDiscovery by words': Members<Omit<DiscoveryOptions, 'embedder' | 'fusion'>>
  readonly openDiscovery: Members<OpenDiscoveryOptions>
  readonly connectServers: Members<ConnectServersOptions>
  readonly addSource: Members<AddSourceOptions>
  readonly refreshSource: Members<SourceOptions>
  readonly render: Members<RenderToolsOptions>
  readonly reached: Members<OptionsOf<DurableCatalog['reached']>>
}

const SIGNAL = { signal: 'object' } as const
const PRINCIPAL = { principal: 'string' } as const
const CALLER = { ...PRINCIPAL, ...SIGNAL } as const
const DESCRIBE = { detail: 'anything', ...SIGNAL } as const
/** The options of what every host of tools has, a facade as well as a gateway. */
export const HOST_OPTIONS: HostOptions = {
  // A facade has nothing to warm for a call; whatever takes hosts may say it all the same.
  describe: { isForCall: 'boolean', ...PRINCIPAL, ...DESCRIBE },
  list: CALLER,
  page: { limit: 'anything', after: 'string', ...PRINCIPAL },
  count: CALLER,
  resolve: CALLER,
  get: CALLER,
  servers: PRINCIPAL,
  version: PRINCIPAL,
  ready: SIGNAL,
}
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
  addSource: { tags: 'texts', replicaOf: 'string', ...SIGNAL },
  refreshSource: SIGNAL,
  ...HOST_OPTIONS,
  render: { format: 'anything', budgetTokens: 'anything', ...DESCRIBE },
  reached: SIGNAL,
}

/**
 * Checks options that are given.
 *
 * @throws TypeError for options that are no object, for unknown members and values of another kind. @throws RangeError for
 *   a number outside its range.
 */
export function checkOptions(operation: keyof Operations, options: unknown): void {
  if (options !== undefined) checkKinds(`the options of ${operation}`, options, OPTIONS[operation])
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
