import type { ListedTool } from '@toolscout/discovery/internal'

/** What a call of a tool may do, as far as anybody who is believed says so. */
export type ToolKind = 'read' | 'write' | 'destructive'

/** Without trusted annotations the worst is assumed, as MCP says. */
export function kindOf({ trusted, summary: { annotations } }: ListedTool): ToolKind {
  if (!trusted) return 'destructive'
  if (annotations?.readOnlyHint === true) return 'read'
  return annotations?.destructiveHint === false ? 'write' : 'destructive'
}
