import { HOST_OPTIONS } from '@toolscout/discovery/internal'
import { SEARCH_OPTIONS } from '@toolscout/index/internal'
import { checkOptions, MAX_TIMEOUT_MS, type OptionKind } from '@toolscout/model/internal'
import type { Gateway } from './gateway.ts'

type Members<Options> = { readonly [Option in keyof Options]-?: OptionKind }

/** Methods whose options are checked here; the others check theirs where they are read. */
type CheckedMethod =
  | 'settled'
  | 'ready'
  | 'reconnectServer'
  | 'refreshServer'
  | 'servers'
  | 'pins'
  | 'twins'
  | 'version'
  | 'list'
  | 'page'
  | 'count'
  | 'search'
  | 'describe'
  | 'resolve'
  | 'get'

/** The options a method takes behind everything else. */
type OptionsOf<Method extends CheckedMethod> =
  Required<Parameters<Gateway[Method]>> extends readonly [...unknown[], infer Options] ? Options : never

const PRINCIPAL = { principal: 'string' } as const
const SIGNAL = { signal: 'object' } as const

/** What the options of each method may have. */
const OPTIONS: { readonly [Method in CheckedMethod]: Members<OptionsOf<Method>> } = Object.freeze({
  ...HOST_OPTIONS,
  settled: { timeoutMs: { least: 0, most: MAX_TIMEOUT_MS, whole: true }, ...SIGNAL },
  reconnectServer: SIGNAL,
  refreshServer: SIGNAL,
  page: { ...HOST_OPTIONS.page, limit: { least: 1, whole: true } },
  pins: PRINCIPAL,
  twins: PRINCIPAL,
  search: { ...SEARCH_OPTIONS, ...PRINCIPAL },
})

/**
 * Gives the options of a method of a gateway back.
 *
 * @throws TypeError for an unknown option or one of another type, RangeError for a number out of range.
 */
export function checked<Options extends object>(method: CheckedMethod, options: Options): Options {
  checkOptions(`the options of ${method}`, options, OPTIONS[method])
  return options
}
