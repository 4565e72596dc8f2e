import type { GatewayPolicy } from '@toolscout/gateway'
import { matchesPattern } from '@toolscout/mcp/internal'
import type { ToolSummary } from '@toolscout/model'
import type { Profile } from '../config/settings.ts'

/** Which tools exist under a profile; `undefined` when all do. */
export function profilePolicy({ allow, deny = [], readOnly = false }: Profile): GatewayPolicy | undefined {
  if (allow === undefined && deny.length === 0 && !readOnly) return undefined
  const isNamed = (patterns: readonly string[], { id, name }: ToolSummary): boolean =>
    patterns.some((pattern) => matchesPattern(pattern, id) || matchesPattern(pattern, name))
  return (tool) =>
    (allow === undefined || isNamed(allow, tool)) &&
    !isNamed(deny, tool) &&
    (!readOnly || tool.annotations?.readOnlyHint === true)
}
