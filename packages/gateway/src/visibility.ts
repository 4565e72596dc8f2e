import type { Discovery } from '@toolscout/discovery'
import type { ToolSummary } from '@toolscout/model'
import type { ToolVisibility } from '@toolscout/model/internal'
import type { GatewayPolicy } from './gateway-options.ts'
import type { GatewayPin } from './guarding/guard-options.ts'
import type { ToolGuard } from './guarding/tool-guard.ts'

/** Who may know of which tools. */
export interface Visibility {
  /** Whether the tool exists for a principal. */
  readonly allows: (tool: ToolSummary, principal: string) => boolean
  /** Whether it would, were it not held. */
  readonly permits: (tool: ToolSummary, principal: string) => boolean
  /** The same for a filter; `undefined` where everything exists for everybody. */
  readonly of: (principal: string) => ToolVisibility | undefined
}

/**
 * Makes a policy safe to ask: one that throws hides the tool, because it did not allow the tool. What the guard
 * quarantines is hidden from every principal.
 */
export function createVisibility(
  policy: GatewayPolicy | undefined,
  guard: Pick<ToolGuard, 'isEnforced' | 'holds' | 'revision'>,
): Visibility {
  if (policy === undefined && !guard.isEnforced)
    return { allows: () => true, permits: () => true, of: () => undefined }
  const permits = (tool: ToolSummary, principal: string): boolean => {
    try {
      return policy === undefined || policy(tool, { principal }) === true
    } catch {
      return false
    }
  }
  const allows = (tool: ToolSummary, principal: string): boolean =>
    !guard.holds(tool) && permits(tool, principal)
  // Searchers remember answers by the key.
  const keyOf = (principal: string): string =>
    guard.isEnforced ? JSON.stringify([principal, guard.revision()]) : principal
  return {
    allows,
    permits,
    of: (principal) => ({ key: keyOf(principal), allows: (tool) => allows(tool, principal) }),
  }
}

/** Those of the pins whose tools exist for a principal, or would were they not held; a tool that is gone does under no policy. */
export function visiblePins(
  pins: readonly GatewayPin[],
  {
    discovery,
    visibility,
    policy,
    principal,
  }: {
    readonly discovery: Discovery
    readonly visibility: Visibility
    readonly policy: GatewayPolicy | undefined
    readonly principal: string | undefined
  },
): readonly GatewayPin[] {
  if (principal === undefined || policy === undefined) return pins
  return Object.freeze(
    pins.filter(({ id }) => {
      const found = discovery.index.get(id)
      return found !== undefined && visibility.permits(found.summary, principal)
    }),
  )
}

/**
 * Names of the servers that exist for a principal: those of which he knows a tool; `undefined` where everything exists
 * for everybody. A server whose tools are not known yet may turn out to have nothing but hidden ones.
 */
export function visibleServers(
  discovery: Discovery,
  visibility: Visibility,
  principal: string,
): ReadonlySet<string> | undefined {
  const seen = visibility.of(principal)
  if (seen === undefined) return undefined
  const names = new Set<string>()
  for (const { summary } of discovery.index.list()) {
    const news = summary.backends.flatMap((backend) =>
      backend.kind === 'mcp' && !names.has(backend.server) ? [backend.server] : [],
    )
    if (news.length > 0 && seen.allows(summary)) for (const name of news) names.add(name)
  }
  return names
}
