import type { ToolFilter, ToolSummary } from '@toolscout/model'
import { normalizeTag, toIdPart } from '@toolscout/model/internal'

/** Which groups may see a tool. */
export type GroupsOf = (tool: ToolSummary) => readonly string[]

/** What filters can ask of a tool, as texts that say what it is and which one; each once. */
export function facetsOf(tool: ToolSummary, groupsOf: GroupsOf | undefined): ReadonlySet<string> {
  return new Set([
    `namespace:${namespaceKey(tool.namespace ?? '')}`,
    `category:${normalizeTag(tool.category ?? '')}`,
    ...tool.tags.map((tag) => `tag:${tag}`),
    ...(tool.capabilities ?? []).map((capability) => `capability:${capability}`),
    ...tool.backends.map(({ kind }) => `backend:${kind}`),
    ...tool.backends.flatMap((backend) => (backend.kind === 'mcp' ? [`server:${backend.server}`] : [])),
    ...hintsOf(tool),
    ...(groupsOf?.(tool) ?? []).map((group) => `group:${group}`),
  ])
}

/**
 * What a filter asks for: a tool must have one facet of each list at least. A visibility is a function as well, so
 * whoever asks puts the filter to the tools that come back.
 */
export function facetsWanted(
  filter: ToolFilter | undefined,
  knowsGroups: boolean,
): readonly (readonly string[])[] {
  if (filter === undefined) return []
  const { namespaces, tags, categories, capabilities, backends, servers, readOnly, destructive } = filter
  const groups = knowsGroups ? filter.visibility?.groups : undefined
  const wanted: (readonly string[] | undefined)[] = [
    namespaces?.map((namespace) => `namespace:${namespaceKey(namespace)}`),
    tags?.map((tag) => `tag:${normalizeTag(tag)}`),
    categories?.map((category) => `category:${normalizeTag(category)}`),
    capabilities?.map((capability) => `capability:${normalizeTag(capability)}`),
    backends?.map((kind) => `backend:${kind}`),
    servers?.map((server) => `server:${server}`),
    readOnly === undefined ? undefined : [`hint:${readOnly ? 'reads' : 'writes'}`],
    destructive === undefined ? undefined : [`hint:${destructive ? 'destroys' : 'spares'}`],
    groups?.map((group) => `group:${group}`),
  ]
  return wanted.flatMap((facets) => (facets === undefined ? [] : [[...new Set(facets)]]))
}

/** What a tool says it does, in MCP's defaults: one that says nothing may write, and may destroy. */
function hintsOf({ annotations }: ToolSummary): readonly string[] {
  const reads = annotations?.readOnlyHint === true
  const destroys = !reads && annotations?.destructiveHint !== false
  return [reads ? 'hint:reads' : 'hint:writes', destroys ? 'hint:destroys' : 'hint:spares']
}

function namespaceKey(namespace: string): string {
  return namespace === '' ? '' : toIdPart(namespace)
}
