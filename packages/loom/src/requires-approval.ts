import { type Tool, toolMeta } from '@toolscout/model'
import type { ListedTool } from '@toolscout/registry'
import { APPROVAL_META_KEY } from './meta-keys.ts'

/** Whole words in the name of a tool that say it runs or changes something. */
const DANGEROUS: ReadonlySet<string> = new Set([
  ...['bash', 'shell', 'exec', 'execute', 'eval', 'command', 'terminal', 'sudo', 'kill'],
  ...['write', 'overwrite', 'delete', 'remove', 'drop', 'truncate', 'destroy', 'purge', 'wipe', 'format'],
  ...['deploy', 'pay', 'transfer', 'purchase'],
])

/**
 * Whether somebody must agree before a tool is run. A server that is not trusted has no say, in hints or in names:
 * its tools need it. Of the others a definition may say it, then the hints of MCP, then words in the name.
 */
export function needsApproval({ trusted, summary }: ListedTool, tool: Tool): boolean {
  if (!trusted) return true
  if (summary.backends.some(({ kind }) => kind === 'local')) {
    const said = toolMeta(tool, APPROVAL_META_KEY)
    if (typeof said === 'boolean') return said
  }
  const { readOnlyHint, destructiveHint } = tool.annotations ?? {}
  if (readOnlyHint === true) return false
  if (destructiveHint !== undefined) return destructiveHint
  return wordsOfName(tool.name).some((word) => DANGEROUS.has(word))
}

function wordsOfName(name: string): readonly string[] {
  const apart = name.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').toLowerCase()
  return apart.match(/[\p{L}\p{N}]+/gu) ?? []
}
