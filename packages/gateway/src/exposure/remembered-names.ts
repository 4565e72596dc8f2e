import type { Gateway, ListedTool } from '../gateway.ts'

/** What names stand for, per caller. */
export interface RememberedNames<T> {
  /** As they were when they were last made; whatever they lead to may be hidden by now, so it has to be resolved again. */
  readonly of: (principal: string) => T
  /** As they are now. */
  readonly fresh: (principal: string) => T
}

/**
 * Names made of all tools a caller may know of, which is linear in them: they are made again when the catalog or the
 * caller is another, or when somebody wants them fresh.
 */
export function rememberNames<T>(
  gateway: Gateway,
  make: (tools: readonly ListedTool[]) => T,
): RememberedNames<T> {
  let last: { readonly version: string; readonly principal: string; readonly names: T } | undefined
  const fresh = (principal: string): T => {
    const version = gateway.version()
    const names = make(gateway.list({ principal }))
    last = { version, principal, names }
    return names
  }
  return {
    fresh,
    of: (principal) =>
      last?.version === gateway.version() && last.principal === principal ? last.names : fresh(principal),
  }
}
