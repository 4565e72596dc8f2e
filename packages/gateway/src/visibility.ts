import type { Discovery } from '@toolscout/discovery'
import type { ToolSummary } from '@toolscout/model'
import { MAX_REFUSED, type ToolVisibility, toIdPart } from '@toolscout/model/internal'
import type { GatewayPin } from './guarding/guard-options.ts'
import type { ServerStatus } from './server-status.ts'

/** Who may know of which tools. */
export interface Visibility {
  /** Whether a policy decides, which may change its mind. */
  readonly mayChange: boolean
  /** Whether the tool exists for a principal. */
  readonly allows: (tool: ToolSummary, principal: string) => boolean
  /** Whether it would, were it not held. */
  readonly permits: (tool: ToolSummary, principal: string) => boolean
  /** The same for a filter; `undefined` where everything exists for everybody. */
  readonly of: (principal: string) => ToolVisibility | undefined
}

/** Those of the pins whose tools exist for a principal, or would were they not held; a tool that is gone does under no policy. */
export function visiblePins(
  pins: readonly GatewayPin[],
  isPermitted: (tool: ToolSummary) => boolean,
  index: Discovery['index'],
): readonly GatewayPin[] {
  const permitted = pins.filter(({ id }) => {
    const found = index.get(id)
    return found !== undefined && isPermitted(found.summary)
  })
  return Object.freeze(permitted)
}

/** The servers that exist for a principal. */
export interface VisibleServers {
  readonly names: ReadonlySet<string>
  /** Whether 8,192 tools were refused before all servers were asked about to the end. */
  readonly isCut: boolean
}

/**
 * The servers of which a principal knows a tool; `undefined` where everything exists for everybody. A server whose tools
 * are not known yet may turn out to have nothing but hidden ones. Of each server in turn one tool is asked about, so that
 * one with many hidden tools takes nothing from the others.
 */
export function visibleServers(
  { index }: Pick<Discovery, 'index'>,
  visibility: Visibility,
  principal: string,
): VisibleServers | undefined {
  const seen = visibility.of(principal)
  if (seen === undefined) return undefined
  const names = new Set<string>()
  const waiting = toolsByServer(index)
  let refused = 0
  for (let at = 0; waiting.size > 0; at += 1) {
    for (const [server, tools] of waiting) {
      const tool = tools[at]
      if (tool !== undefined && refused === MAX_REFUSED) return { names, isCut: true }
      if (tool !== undefined && !seen.allows(tool)) refused += 1
      else {
        waiting.delete(server)
        if (tool !== undefined) names.add(server)
      }
    }
  }
  return { names, isCut: false }
}

function toolsByServer(index: Discovery['index']): Map<string, ToolSummary[]> {
  const byServer = new Map<string, ToolSummary[]>()
  for (const { summary } of index.list()) {
    for (const backend of summary.backends) {
      if (backend.kind !== 'mcp') continue
      const tools = byServer.get(backend.server)
      if (tools === undefined) byServer.set(backend.server, [summary])
      else tools.push(summary)
    }
  }
  return byServer
}

/** States in which it is known which tools a server has. */
const LISTED: ReadonlySet<ServerStatus['state']> = new Set(['ready', 'known', 'stopped'])
/** What stands between server and tool in the names that are about. */
export const SEAMS = ['__', ':', '/', '.'] as const

/** A server of which it is not known whether it has a tool. */
interface UnlistedServer {
  readonly server: ServerStatus
  /** Whether the text names it. */
  readonly isNamed: boolean
}

/**
 * The server that alone may have a tool, where it exists for the principal, is not ready and has no tools: the one the text
 * names in front of the tool, or, behind a bare name, the only such one there is.
 */
export function unlistedServer(
  text: string,
  statuses: readonly ServerStatus[],
  { discovery, visibility, principal }: Viewer,
): UnlistedServer | undefined {
  const unlisted = statuses.filter(({ tools, state }) => tools === 0 && !LISTED.has(state))
  const named = unlisted
    .filter(({ name }) => namesServer(text, name))
    .sort((a, b) => b.name.length - a.name.length)
  const isNamed = named.length > 0
  const isBare = !SEAMS.some((seam) => text.includes(seam))
  const asked = isBare ? unlisted.filter(({ state }) => state !== 'disabled') : []
  const possible = isNamed ? named : asked.length === 1 ? asked : []
  if (possible.length === 0) return undefined
  const seen = visibleServers(discovery, visibility, principal)
  const server = possible.find(({ name }) => seen?.names.has(name) !== false)
  return server && { server, isNamed }
}

interface Viewer {
  readonly discovery: Pick<Discovery, 'index'>
  readonly visibility: Visibility
  readonly principal: string
}

/** Whether a name of a tool begins with the name of a server, as the server or as ids have it. */
function namesServer(reference: string, server: string): boolean {
  const text = reference.trim().replace(/^mcp__/, '')
  const names = [server, toIdPart(server)]
  return names.some((name) => SEAMS.some((seam) => text.startsWith(`${name}${seam}`)))
}
