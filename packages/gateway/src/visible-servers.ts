import type { Discovery } from '@toolscout/discovery'
import type { ToolSummary } from '@toolscout/model'
import { MAX_REFUSED } from '@toolscout/model/internal'
import type { Visibility } from './find-tools.ts'

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
