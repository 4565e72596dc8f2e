import type { Gateway } from '@toolscout/gateway'
import type { ListedTool } from '@toolscout/gateway/internal'
import type { Backend, Tool, ToolSummary } from '@toolscout/model'
import { SOURCE_KINDS, type SourceKind } from './indexer.ts'

/** The namespace whose tools have ids of the form `custom:name`, both here and in the gateway. */
export const CUSTOM_NAMESPACE = 'custom'

/** Where a tool comes from. Local functions go before servers, as with calls. */
export function kindOfTool(
  { namespace, backends }: Pick<ToolSummary, 'namespace' | 'backends'>,
  customNamespaces: ReadonlySet<string>,
): SourceKind {
  if (hasBackend(backends, 'local')) {
    return namespace !== undefined && customNamespaces.has(namespace) ? 'custom' : 'builtin'
  }
  return hasBackend(backends, 'provider') ? 'custom' : 'mcp'
}

/** Whether one of the backends is of a kind. */
export function hasBackend(backends: ToolSummary['backends'], kind: Backend['kind']): boolean {
  // Lists of backends are frozen, and over those the engine walks faster by number.
  for (let i = 0; i < backends.length; i += 1) if (backends[i]?.kind === kind) return true
  return false
}

/** Where a tool comes from, by the name that the source has in reports. */
export function sourceNameOf({ namespace = '', backends }: ToolSummary, kind: SourceKind): string {
  if (kind === 'builtin') return kind
  const server = kind === 'mcp' ? backends.find((backend) => backend.kind === 'mcp') : undefined
  return server?.kind === 'mcp' ? server.server : namespace
}

/** `builtin:` and `mcp:` before the canonical id, `custom:` before what does not begin so already. */
export function toLoomId(id: string, kind: SourceKind): string {
  return kind === 'custom' && id.startsWith(`${CUSTOM_NAMESPACE}:`) ? id : `${kind}:${id}`
}

/**
 * The tool that has exactly this id, for a caller; without a version the highest one. Nothing that is only near, and no
 * other name for it.
 */
export function findByLoomId(
  gateway: Gateway,
  { id, principal }: { readonly id: string; readonly principal: string },
  customNamespaces: ReadonlySet<string>,
): ListedTool | undefined {
  const kind = SOURCE_KINDS.find((known) => id.startsWith(`${known}:`))
  if (kind === undefined) return undefined
  const rest = id.slice(kind.length + 1)
  const candidates = kind === 'custom' ? [id, rest] : [rest]
  for (const candidate of candidates) {
    const listed = findExactly(gateway, candidate, principal)
    if (listed !== undefined && kindOfTool(listed.summary, customNamespaces) === kind) return listed
  }
  return undefined
}

function findExactly(gateway: Gateway, reference: string, principal: string): ListedTool | undefined {
  const listed = gateway.resolve(reference, { principal })
  const tool = listed === undefined ? undefined : gateway.discovery.index.get(listed.id)?.tool
  return tool !== undefined && (tool.id === reference || unversionedId(tool) === reference)
    ? listed
    : undefined
}

/** The canonical id without its version. */
export function unversionedId({ id, version }: Pick<Tool, 'id' | 'version'>): string {
  return version === undefined ? id : id.slice(id.startsWith(':') ? 1 : 0, id.lastIndexOf(':'))
}
