import type { ListedTool } from '@toolscout/gateway/internal'
import type { JsonValue, Tool } from '@toolscout/model'
import { toolMeta } from '@toolscout/model/internal'
import { APPROVAL_META_KEY } from './meta-keys.ts'
import { hasBackend } from './tool-ids.ts'

/** Whole words in the name of a tool that say it runs or changes something. */
const DANGEROUS: ReadonlySet<string> = new Set([
  ...['bash', 'shell', 'exec', 'execute', 'eval', 'command', 'terminal', 'sudo', 'kill'],
  ...['write', 'overwrite', 'delete', 'remove', 'drop', 'truncate', 'destroy', 'purge', 'wipe', 'format'],
  ...['deploy', 'pay', 'transfer', 'purchase'],
])

/** What a definition says of approval, as far as it is believed. */
export interface ApprovalSaid {
  /** What it says itself; functions of this process alone are believed. */
  readonly itself: boolean | undefined
  /** What the hints of MCP say, else words in the name. */
  readonly hinted: boolean
}

/** Reads what a definition says of approval. */
export function readApproval(tool: Tool): ApprovalSaid {
  const said = toolMeta(tool, APPROVAL_META_KEY)
  const { readOnlyHint, destructiveHint } = tool.annotations ?? {}
  const hinted =
    readOnlyHint !== true && (destructiveHint ?? wordsOfName(tool.name).some((word) => DANGEROUS.has(word)))
  return Object.freeze({ itself: typeof said === 'boolean' ? said : undefined, hinted })
}

/**
 * Whether somebody must agree before a tool is run. A server that is not trusted has no say, in hints or in names:
 * its tools need it. Of the others a definition may say it, then the hints of MCP, then words in the name.
 */
export function needsApproval({ trusted, summary }: ListedTool, { itself, hinted }: ApprovalSaid): boolean {
  if (!trusted) return true
  return (hasBackend(summary.backends, 'local') ? itself : undefined) ?? hinted
}

/** What the `_meta` of a function of this process says; what a server writes there is never looked at. */
export function localMeta({ summary }: ListedTool, tool: Tool, member: string): JsonValue | undefined {
  return hasBackend(summary.backends, 'local') ? toolMeta(tool, member) : undefined
}

function wordsOfName(name: string): readonly string[] {
  const apart = name.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').toLowerCase()
  return apart.match(/[\p{L}\p{N}]+/gu) ?? []
}
