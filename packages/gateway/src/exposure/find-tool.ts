import type { ToolHost } from '@toolscout/discovery'
import type { ListedTool } from '@toolscout/discovery/internal'
import type { ToolResult } from '@toolscout/model'
import { type ServedCall, toIdPart } from '@toolscout/model/internal'
import { SEAMS } from '../visibility.ts'

/** How clients of MCP write that a tool is one of MCP. */
const CLIENT_PREFIX = /^mcp__/
/** Longest text that is taken apart; names are shorter. */
const MAX_REFERENCE_LENGTH = 512

/**
 * The tool a model means: its id, its export name, or `mcp__server__tool`, `server__tool`, `server/tool` or
 * `server.tool` with the names as the server has them. Only what is exactly one tool is found; nothing is guessed.
 */
export function findTool(host: ToolHost, reference: string, principal: string): ListedTool | undefined {
  const text = reference.trim()
  if (text.length > MAX_REFERENCE_LENGTH) return undefined
  const plain = text.replace(CLIENT_PREFIX, '')
  const found = host.resolve(text, { principal }) ?? host.resolve(plain, { principal })
  if (found !== undefined) return found
  const tools = new Map<string, ListedTool>()
  for (const id of splits(plain)) {
    const tool = host.resolve(id, { principal })
    if (tool !== undefined) tools.set(tool.id, tool)
  }
  const [only, ...others] = tools.values()
  return others.length === 0 ? only : undefined
}

/** As {@link findTool}; what is not there yet is waited for as long as any question waits for servers that are starting. */
export async function findReadyTool(
  host: ToolHost,
  reference: string,
  call: Pick<ServedCall, 'principal' | 'signal'>,
): Promise<ListedTool | undefined> {
  const found = findTool(host, reference, call.principal)
  if (found !== undefined) return found
  await host.ready({ signal: call.signal })
  return findTool(host, reference, call.principal)
}

/** The ids a text may be, one for each seam in it. */
function splits(text: string): readonly string[] {
  return SEAMS.flatMap((seam) => {
    const ids: string[] = []
    for (let at = text.indexOf(seam); at !== -1; at = text.indexOf(seam, at + 1)) {
      const [server, tool] = [text.slice(0, at), text.slice(at + seam.length)]
      if (server !== '' && tool !== '') ids.push(`${toIdPart(server)}:${toIdPart(tool)}`)
    }
    return ids
  })
}

/** Runs a tool for the caller of an exposure. */
export function runTool(
  host: ToolHost,
  reference: string,
  args: unknown,
  { principal, signal, onProgress, client }: ServedCall,
): Promise<ToolResult> {
  return host.call(reference, args, { principal, signal, onProgress, client })
}

/** What a call of a tool may do, as far as a trusted source says so. */
export type ToolKind = 'read' | 'write' | 'destructive'

/** Without trusted annotations the worst is assumed, as MCP says; prompts, resources and skills are read. */
export function kindOf({ trusted, summary: { kind, annotations } }: ListedTool): ToolKind {
  if (kind !== undefined) return 'read'
  if (!trusted) return 'destructive'
  if (annotations?.readOnlyHint === true) return 'read'
  return annotations?.destructiveHint === false ? 'write' : 'destructive'
}
