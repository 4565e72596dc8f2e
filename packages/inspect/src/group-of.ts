import type { ToolSummary } from '@toolscout/model'
import type { GroupView } from './api/tools.ts'

/** Where a tool comes from: a server, a namespace of functions of this process, or a provider. */
export function groupOf({
  backends,
  namespace = '',
}: Pick<ToolSummary, 'backends' | 'namespace'>): Pick<GroupView, 'key' | 'kind' | 'name'> {
  // Functions go before servers, as with calls.
  if (backends.some(({ kind }) => kind === 'local')) return localGroup(namespace)
  const [backend] = backends
  if (backend?.kind === 'mcp') return serverGroup(backend.server)
  if (backend?.kind !== 'provider') return localGroup(namespace)
  const name = backend.providerId
  return { key: `provider:${name}`, kind: 'provider', name }
}

/** The group of a server. */
export function serverGroup(name: string): Pick<GroupView, 'key' | 'kind' | 'name'> {
  return { key: `server:${name}`, kind: 'server', name }
}

function localGroup(name: string): Pick<GroupView, 'key' | 'kind' | 'name'> {
  return { key: `local:${name}`, kind: 'local', name }
}
