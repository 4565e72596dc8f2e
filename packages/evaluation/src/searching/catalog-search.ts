import { createDiscovery, type SearcherChain } from '@toolscout/discovery'
import { parseTool, type Searcher, type Tool, ToolscoutError } from '@toolscout/model'
import { checkOptions, quote } from '@toolscout/model/internal'
import type { CatalogTool } from '../judgments/judgments.ts'
import type { SearchFunction } from './search-function.ts'

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
