import type { ToolIndex } from '@toolscout/index'
import { inSlices } from '@toolscout/index/internal'
import type { McpClosedError } from '@toolscout/mcp'
import { type ToolListing, type ToolSource, ToolscoutError } from '@toolscout/model'
import { anySignal, createSlices, raceSignal, type Slices } from '@toolscout/model/internal'
import type { AddSourceOptions, SourceReport } from './discovery.ts'
import { type DiscoveryProblem, reportSource } from './discovery-problem.ts'
import { SourceRemovedError } from './errors.ts'
import { keepRefused, type RefusedSchemas, type SchemaNotices } from './register-tools.ts'
import { createRelister, DEFAULT_RELIST_INTERVAL_MS } from './relister.ts'

/** What sources are followed with. */
export interface SourcesDeps {
  readonly index: ToolIndex
  /** Hears of sources that could not be listed again, and of those that ended by themselves. */
  readonly onError: (problem: DiscoveryProblem) => void
  /** Says what will not be checked of tools. */
  readonly schemaNotices: SchemaNotices
  readonly refused: RefusedSchemas
}

interface FollowedSourceDeps extends SourcesDeps {
  /** What the application that added it says of its tools. */
  readonly given: Omit<AddSourceOptions, 'signal'>
  /** Whether this is still the source of its name. */
  readonly isCurrent: (entry: FollowedSource) => boolean
}

/** A source that is kept in step with the index. */
export class FollowedSource {
  readonly source: ToolSource
  hasEnded = false
  /** Whether tools of a listing may be in the index. */
  isListed = false
  readonly #deps: FollowedSourceDeps
  readonly #life = new AbortController()
  readonly #relister = createRelister(() => this.#relist(), DEFAULT_RELIST_INTERVAL_MS)
  #stopFollowing = (): void => {}
  /** The listing that was begun last; never rejects. */
  #listed: Promise<unknown> = Promise.resolve()

  constructor(source: ToolSource, deps: FollowedSourceDeps) {
    this.source = source
    this.#deps = deps
  }

  get name(): string {
    return this.source.name
  }

  /** Lists it again whenever it changes, and reports when it ends by itself. */
  follow(): void {
    this.#stopFollowing = this.source.onChange(this.#relister.changed)
    void this.source.closed?.then((reason) => {
      this.hasEnded = true
      if (!isClosedByCaller(reason)) this.#report('sourceClosed', reason)
    })
  }

  /** Listings follow one another, so that an older one never overwrites a newer one. */
  list(signal?: AbortSignal): Promise<SourceReport> {
    const ending = anySignal(signal, this.#life.signal)
    const listing = this.#listed.then(async () => {
      ending.throwIfAborted()
      const listed = await raceSignal(this.source.list({ signal: ending }), ending)
      // The source may have gone while it answered.
      ending.throwIfAborted()
      this.isListed = true
      return registerListing(this.#deps, this.name, listed, createSlices({ signal: ending }))
    })
    this.#listed = listing.catch(() => {})
    return raceSignal(listing, ending)
  }

  /** Follows it no more, and closes it. */
  async close(): Promise<void> {
    this.#life.abort(new SourceRemovedError(this.name))
    this.#relister.stop()
    this.#stopFollowing()
    await this.source.close()
  }

  async #relist(): Promise<void> {
    try {
      await this.list()
    } catch (error) {
      this.#report('source', error)
    }
  }

  #report(kind: 'source' | 'sourceClosed', error: unknown): void {
    const { isCurrent, onError } = this.#deps
    if (isCurrent(this)) reportSource(onError, { kind, error, source: this.name })
  }
}

/**
 * Registers what a source listed, as one change; what a complete listing names no more leaves. Then says what will not
 * be checked of the tools it lists.
 */
async function registerListing(
  { index, schemaNotices, refused, given }: FollowedSourceDeps,
  source: string,
  { definitions, complete, reason }: ToolListing,
  slices: Slices,
): Promise<SourceReport> {
  const listing = { ...given, complete }
  const report = await inSlices(index).registerMcp(source, definitions, { listing, slices })
  // A listener may have removed some.
  const listed = [...report.registered, ...report.updated, ...report.unchanged].flatMap(
    (id) => index.get(id)?.tool ?? [],
  )
  const notices = Object.freeze([...report.notices, ...(await schemaNotices(listed, slices))])
  keepRefused(refused, listed, notices)
  return Object.freeze({ ...report, notices, source, complete, ...(reason === undefined ? {} : { reason }) })
}

/** Told by its code, because the class would bring everything that speaks MCP along. */
function isClosedByCaller(reason: unknown): boolean {
  if (!(reason instanceof ToolscoutError) || reason.code !== 'MCP_CLOSED') return false
  return (reason as McpClosedError).details.by === 'caller'
}
