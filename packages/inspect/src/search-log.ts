import { AsyncLocalStorage } from 'node:async_hooks'
import { type GatewayUse, onUse, shownQuery } from '@toolscout/gateway/internal'
import type { AskedView, CalledView, SearchLogView } from './api/search-log-view.ts'
import type { Inspected } from './catalog.ts'

/** Searches that are kept, hits that are kept of each, and calls. */
const MAX_SEARCHES = 200
const MAX_IDS = 5
const MAX_CALLS = 10
/** A call is of a search at most this old, in milliseconds. */
const MAX_AGE_MS = 600_000

/** A search that is kept. */
interface Asked extends AskedView {
  readonly calls: CalledView[]
  /** All that it found, so that a call of any of it is of this search. */
  readonly found: ReadonlySet<string>
}

/** What the page itself does is no use of an agent. */
const own = new AsyncLocalStorage<true>()

/** Runs something that is not to be kept. */
export function unlogged<T>(work: () => Promise<T>): Promise<T> {
  return own.run(true, work)
}

/** What agents of the principal asked and called, kept in memory alone and bounded. */
export class SearchLog {
  readonly #inspected: Inspected
  /** Newest first. */
  readonly #searches: Asked[] = []
  #unsearchedCalls = 0
  readonly stop: () => void

  constructor(inspected: Inspected) {
    this.#inspected = inspected
    this.stop = onUse(inspected.gateway, (use) => {
      if (own.getStore() === true || use.principal !== inspected.principal) return
      if (use.type === 'searched') this.#keepSearch(use)
      else this.#keepCall(use)
      inspected.notify('activity')
    })
  }

  read(): Omit<SearchLogView, 'questionsFile'> {
    const searches = this.#searches.map(({ found: _, ...shown }) => shown)
    return { now: this.#inspected.clock.now(), searches, unsearchedCalls: this.#unsearchedCalls }
  }

  #keepSearch({ query: given, answer }: Extract<GatewayUse, { type: 'searched' }>): void {
    const ids = answer.hits.map(({ id }) => id)
    const query = shownQuery(given)
    const [last] = this.#searches
    const isSame = last?.query === query
    if (isSame) this.#searches.shift()
    const level = ids.length === 0 ? undefined : answer.verdict?.level
    this.#searches.unshift({
      at: this.#inspected.clock.now(),
      query,
      ...(level === undefined ? {} : { verdict: level }),
      hits: ids.length,
      ids: ids.slice(0, MAX_IDS),
      calls: isSame ? last.calls : [],
      times: isSame ? last.times + 1 : 1,
      found: new Set(ids),
    })
    this.#searches.splice(MAX_SEARCHES)
  }

  #keepCall({ reference, isError }: Extract<GatewayUse, { type: 'called' }>): void {
    const { gateway, principal, clock } = this.#inspected
    // What does not exist for the principal was called by a name of the caller's own.
    const tool = gateway.resolve(reference, { principal })?.id ?? shownQuery(reference)
    const least = clock.now() - MAX_AGE_MS
    const search = this.#searches.find(({ at, found }) => at >= least && found.has(tool))
    if (search === undefined) {
      this.#unsearchedCalls += 1
      return
    }
    search.calls.push({ tool, isError })
    if (search.calls.length > MAX_CALLS) search.calls.shift()
  }
}
