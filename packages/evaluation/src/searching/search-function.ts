import { setImmediate } from 'node:timers/promises'
import { createDiscovery, type SearcherChain } from '@toolscout/discovery'
import { parseTool, type Searcher, type Tool, ToolscoutError } from '@toolscout/model'
import { checkOptions, type OptionKind, quote } from '@toolscout/model/internal'
import type { CatalogTool } from '../judgments/judgments.ts'
import type { RankedTool } from '../runs/run.ts'

/** What a measured search gives back. The answer of a `Discovery` or a `ToolIndex` is one. */
export interface MeasuredAnswer {
  /** Scores descending. Ids are those of the judgments. */
  readonly hits: readonly RankedTool[]
}

/** Any search that can be measured, ours or not. `search` of a `Discovery` or a `ToolIndex` is one. */
export type SearchFunction = (
  query: string,
  options: {
    /** Most hits that are looked at. */
    readonly limit: number
    readonly signal?: AbortSignal | undefined
  },
) => Promise<MeasuredAnswer>

/** How a long evaluation is watched and ended. */
export interface WatchOptions {
  /** Hears how many queries are answered, now and then and after the last. */
  readonly onProgress?: ((answered: number) => void) | undefined
  /** Ends the evaluation when it aborts. */
  readonly signal?: AbortSignal | undefined
}

/** What each of {@link WatchOptions} is. */
export const WATCH_OPTIONS: { readonly [Option in keyof WatchOptions]-?: OptionKind } = Object.freeze({
  onProgress: 'function',
  signal: 'object',
})

/** Queries between two turns of the event loop: often enough for Ctrl-C, too seldom to be noticed in the times. */
const QUERIES_A_TURN = 16

/**
 * Works on items one after the other. A search in memory never gives way by itself, so that signals and timers get
 * their turn here.
 *
 * Rejects with what the task rejects with, and with the signal's reason.
 */
export async function inTurns<Item>(
  items: readonly Item[],
  task: (item: Item) => Promise<void>,
  { onProgress, signal }: WatchOptions,
): Promise<void> {
  let done = 0
  for (const item of items) {
    signal?.throwIfAborted()
    await task(item)
    done += 1
    if (done % QUERIES_A_TURN !== 0 && done < items.length) continue
    onProgress?.(done)
    await setImmediate()
  }
  signal?.throwIfAborted()
}

/** Options of {@link createCatalogSearch}. */
export interface CatalogSearchOptions {
  /** Ranks the tools: a searcher, or a function that receives the facade's own. Default: the facade's own. */
  readonly searcher?: Searcher | SearcherChain | undefined
}

/** The facade with a catalog registered, answering in the ids of the catalog. */
export interface CatalogSearch {
  /** The facade's search. Its answer holds everything the facade says. */
  readonly search: SearchFunction
  /** Tools as a model would be shown them after a search: their summaries in Markdown. */
  readonly render: (ids: readonly string[]) => Promise<string>
  /** Tools that cannot be registered, each as `id: why`; they can never be found. */
  readonly failures: readonly string[]
}

/**
 * Registers a catalog in a new `Discovery`, so that what is measured is what users get. Tools whose namespace and name
 * another tool has too are all registered, told apart by a version, which no search looks at.
 *
 * @throws TypeError for an unknown option or what is no searcher.
 */
export function createCatalogSearch(
  tools: readonly CatalogTool[],
  options: CatalogSearchOptions = {},
): CatalogSearch {
  checkOptions('the options of createCatalogSearch', options, { searcher: 'anything' })
  const scout = createDiscovery({ searcher: options.searcher })
  const { registrable, failures } = parseCatalogTools(tools)
  const registrations = [...registrable].map(([id, tool]) => ({
    tool,
    backend: { kind: 'local', handler: id } as const,
  }))
  scout.index.registerMany(registrations)
  const catalogIds = new Map([...registrable].map(([id, tool]) => [tool.id, id]))
  return Object.freeze({
    search: async (query, options) => {
      const answer = await scout.search(query, options)
      const hits = answer.hits.map((hit) => ({ ...hit, id: catalogIds.get(hit.id) ?? hit.id }))
      return { ...answer, hits }
    },
    render: async (ids) => {
      const known = ids.flatMap((id) => registrable.get(id)?.id ?? [])
      const budgetTokens = Number.MAX_SAFE_INTEGER
      return (await scout.render(known, { detail: 'summary', format: 'markdown', budgetTokens })).text
    },
    failures: Object.freeze(failures),
  } satisfies CatalogSearch)
}

function parseCatalogTools(tools: readonly CatalogTool[]): {
  readonly registrable: ReadonlyMap<string, Tool>
  readonly failures: readonly string[]
} {
  const registrable = new Map<string, Tool>()
  const failures: string[] = []
  const taken = new Set<string>()
  for (const definition of tools) {
    try {
      const { tool: first } = parseTool(definition)
      const version = `${definition.version ?? '0.0.0'}+${registrable.size}`
      const tool = taken.has(first.id) ? parseTool({ ...definition, version }).tool : first
      taken.add(tool.id)
      registrable.set(definition.id, tool)
    } catch (error) {
      if (!(error instanceof ToolscoutError)) throw error
      failures.push(`${quote(definition.id)}: ${error.message}`)
    }
  }
  return { registrable, failures }
}
