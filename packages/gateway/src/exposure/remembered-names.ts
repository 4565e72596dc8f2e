import type { ToolHost } from '@toolscout/discovery'
import type { ListedTool } from '@toolscout/discovery/internal'

/** What names mean, per caller. */
export interface RememberedNames<T> {
  /** As they were last made; resolve what they lead to again, because a policy may hide it by now. */
  readonly of: (principal: string) => T
  /** As they are now: a policy is asked again, and they are made again when it changed its mind. */
  readonly fresh: (principal: string) => T
}

/**
 * Names of all tools of a caller. Making them is linear in the tools, so they are kept until the catalog or the caller
 * changes.
 */
export function rememberNames<T>(
  host: ToolHost,
  make: (tools: readonly ListedTool[], principal: string) => T,
): RememberedNames<T> {
  let last: { readonly principal: string; readonly version: string; readonly names: T } | undefined
  let catalog: string | undefined
  const fresh = (principal: string): T => {
    const version = host.version({ principal })
    catalog = host.version()
    if (last?.version !== version || last.principal !== principal)
      last = { principal, version, names: make(host.list({ principal }), principal) }
    return last.names
  }
  return {
    fresh,
    of: (principal) =>
      catalog === host.version() && last?.principal === principal ? last.names : fresh(principal),
  }
}
