import { quote, requireKnownMembers } from '@toolscout/model/internal'
import type { WatchOptions } from '../searching/in-turns.ts'
import type { SearchFunction } from '../searching/search-function.ts'

/** Options of {@link lintCatalog}. */
export interface LintOptions extends WatchOptions {
  /**
   * Share of their words at which two tools count as alike: words both have, by words one of them has. Default 0.75;
   * at 1, only tools of the very same words. Legal: 0.5 to 1.
   */
  readonly similarity?: number | undefined
  /** Distinct words that say something a description needs. Default 3; at 0 none is too short. Legal: 0 to 100. */
  readonly descriptionWords?: number | undefined
  /** Tools of one server at which a sentence they share is boilerplate. Default 5. Legal: integers 2 to 10,000. */
  readonly sentenceTools?: number | undefined
  /**
   * Share of the tools of a server, or of the catalog, at which a word they share says nothing of any of them.
   * Default 0.5. Legal: above 0, at most 1.
   */
  readonly commonShare?: number | undefined
  /**
   * Share of the parameters without description at which a tool is named, required ones counting twice. Default 0.5;
   * at 1, only tools that describe none. Legal: above 0, at most 1.
   */
  readonly undescribedShare?: number | undefined
  /** Hits among which a tool must be when it is asked for in its own words. Default 5. Legal: integers 1 to 100. */
  readonly hits?: number | undefined
  /** Words that say something of a description that is searched for. Default 12. Legal: integers 1 to 100. */
  readonly queryWords?: number | undefined
  /** The search tools must be found by, answering in the ids of the catalog. Default: the facade's own. */
  readonly search?: SearchFunction | undefined
}

/** The numbers among {@link LintOptions}, each of them given. */
export type LintThresholds = {
  readonly [option in Exclude<keyof LintOptions, keyof WatchOptions | 'search'>]-?: number
}

/** Default thresholds: on 5,800 public tools, nearly all they name should be mended. */
export const DEFAULT_LINT_OPTIONS: LintThresholds = Object.freeze({
  similarity: 0.75,
  descriptionWords: 3,
  sentenceTools: 5,
  commonShare: 0.5,
  undescribedShare: 0.5,
  hits: 5,
  queryWords: 12,
})

const RANGES: { readonly [option in keyof LintThresholds]: readonly [low: number, high: number] } = {
  similarity: [0.5, 1],
  descriptionWords: [0, 100],
  sentenceTools: [2, 10_000],
  commonShare: [Number.MIN_VALUE, 1],
  undescribedShare: [Number.MIN_VALUE, 1],
  hits: [1, 100],
  queryWords: [1, 100],
}
const SHARES: ReadonlySet<string> = new Set(['similarity', 'commonShare', 'undescribedShare'])

/**
 * Fills in the defaults.
 *
 * @throws TypeError for an option there is none of, RangeError for one outside its range.
 */
export function readThresholds(options: LintOptions): LintThresholds {
  const names = Object.keys(RANGES) as (keyof LintThresholds)[]
  requireKnownMembers('the options of a lint', options, [...names, 'search', 'signal', 'onProgress'])
  return Object.fromEntries(
    names.map((name) => {
      const value = options[name] ?? DEFAULT_LINT_OPTIONS[name]
      const [low, high] = RANGES[name]
      const isLegal = value >= low && value <= high && (SHARES.has(name) || Number.isInteger(value))
      if (isLegal) return [name, value]
      const kind = SHARES.has(name) ? 'a number' : 'an integer'
      const range = low === Number.MIN_VALUE ? `above 0, at most ${high}` : `from ${low} to ${high}`
      throw new RangeError(`${name} is ${quote(value)}; it must be ${kind} ${range}.`)
    }),
  ) as LintThresholds
}
