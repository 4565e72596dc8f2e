import type { ToolFilter, ToolSummary } from '@toolscout/model'
import { normalizeTag, toIdPart } from '@toolscout/model/internal'
import { hashText } from './term-hash.ts'

/** One thing a filter can ask for, as text: what it is and which one. */
type Facet =
  `${'namespace' | 'tag' | 'category' | 'capability' | 'backend' | 'server' | 'hint' | 'group'}:${string}`

/** What filters can ask of a tool, hashed; each once, in ascending order. */
export function facetsOf(tool: ToolSummary, groups: readonly string[]): readonly number[] {
  const facets: Facet[] = [
    `namespace:${namespaceKey(tool.namespace ?? '')}`,
    `category:${normalizeTag(tool.category ?? '')}`,
    ...tool.tags.map((tag): Facet => `tag:${tag}`),
    ...(tool.capabilities ?? []).map((capability): Facet => `capability:${capability}`),
    ...tool.backends.map(({ kind }): Facet => `backend:${kind}`),
    ...tool.backends.flatMap((backend): Facet[] =>
      backend.kind === 'mcp' ? [`server:${backend.server}`] : [],
    ),
    ...hintsOf(tool),
    ...groups.map((group): Facet => `group:${group}`),
  ]
  return hashes(facets)
}

/**
 * What a filter asks for: a tool must have one facet of each list at least. Hashes can collide, and a visibility is a
 * function, so whoever asks puts the filter to the tools that come back as well.
 */
export function facetsWanted(
  filter: ToolFilter | undefined,
  hasGroups: boolean,
): readonly (readonly number[])[] {
  if (filter === undefined) return []
  const { namespaces, tags, categories, capabilities, backends, servers, readOnly, destructive, visibility } =
    filter
  const wanted: (readonly Facet[] | undefined)[] = [
    namespaces?.map((namespace): Facet => `namespace:${namespaceKey(namespace)}`),
    tags?.map((tag): Facet => `tag:${normalizeTag(tag)}`),
    categories?.map((category): Facet => `category:${normalizeTag(category)}`),
    capabilities?.map((capability): Facet => `capability:${normalizeTag(capability)}`),
    backends?.map((kind): Facet => `backend:${kind}`),
    servers?.map((server): Facet => `server:${server}`),
    readOnly === undefined ? undefined : [`hint:${readOnly ? 'reads' : 'writes'}`],
    destructive === undefined ? undefined : [`hint:${destructive ? 'destroys' : 'spares'}`],
    hasGroups ? visibility?.groups?.map((group): Facet => `group:${group}`) : undefined,
  ]
  return wanted.flatMap((facets) => (facets === undefined ? [] : [hashes(facets)]))
}

/** What a tool says it does, in MCP's defaults: one that says nothing may write, and may destroy. */
function hintsOf({ annotations }: ToolSummary): readonly Facet[] {
  const reads = annotations?.readOnlyHint === true
  const destroys = !reads && annotations?.destructiveHint !== false
  return [reads ? 'hint:reads' : 'hint:writes', destroys ? 'hint:destroys' : 'hint:spares']
}

function namespaceKey(namespace: string): string {
  return namespace === '' ? '' : toIdPart(namespace)
}

function hashes(facets: readonly Facet[]): readonly number[] {
  return [...new Set(facets.map(hashText))].sort((a, b) => a - b)
}
