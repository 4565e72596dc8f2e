import type { Discovery } from '@toolscout/discovery'
import type { SourceReport } from '@toolscout/discovery/internal'
import type { Observer } from '@toolscout/model'
import { errorCodeOf, observeFact } from '@toolscout/model/internal'
import type { GatewayEvent } from '../gateway-event.ts'
import type { ManagedServerDeps } from './server.ts'

/** Most warnings of one listing that an event names. */
const MAX_WARNINGS = 20

/** How a server is kept in step with the tools that are registered. */
export function serverCallbacks(
  name: string,
  {
    discovery,
    emit,
    tags,
    countOf,
    observer,
    listed,
  }: {
    readonly discovery: Discovery
    readonly emit: (event: GatewayEvent) => void
    readonly tags: readonly string[]
    readonly countOf: (server: string) => number
    readonly observer: Observer | undefined
    /** Receives the tools of a listing that did not change. */
    readonly listed: (ids: readonly string[]) => void
  },
): Pick<ManagedServerDeps, 'register' | 'countTools' | 'onState' | 'onListed'> {
  let isAdded = false
  return {
    register: async (source, signal) => {
      if (isAdded) {
        const report = await discovery.refreshSource(name, { signal })
        if (report !== undefined) return report
      }
      const report = await discovery.addSource(source, { signal, tags })
      isAdded = true
      return report
    },
    countTools: () => countOf(name),
    onState: (state, reason) => {
      emit({
        type: 'serverStateChanged',
        server: name,
        state,
        ...(reason === undefined ? {} : { reason }),
      })
      observeFact(observer, () => ({ kind: 'serverState', server: name, state }))
    },
    onListed: (report, durationMs) => {
      listed(report.unchanged)
      for (const { error } of report.failures) {
        observeFact(observer, () => ({ kind: 'refused', server: name, reason: errorCodeOf(error) }))
      }
      emit({
        type: 'serverListed',
        server: name,
        tools: report.registered.length + report.updated.length + report.unchanged.length,
        durationMs,
        warnings: warningsOf(report),
      })
    },
  }
}

function warningsOf({ complete, reason, failures }: SourceReport): readonly string[] {
  const cut = complete ? [] : [reason ?? 'The listing is not complete.']
  const broken = failures.slice(0, MAX_WARNINGS).map(({ error }) => error.message)
  return Object.freeze([...cut, ...broken])
}

/** How many tools each server has, counted once for every version of the index. */
export function createToolCounts(discovery: Discovery): (server: string) => number {
  let counted: { readonly version: number; readonly tools: ReadonlyMap<string, number> } | undefined
  return (server) => {
    const { version } = discovery.index
    if (counted?.version !== version) {
      const tools = new Map<string, number>()
      for (const { summary } of discovery.index.list({ backends: ['mcp'] })) {
        for (const backend of summary.backends) {
          if (backend.kind === 'mcp') tools.set(backend.server, (tools.get(backend.server) ?? 0) + 1)
        }
      }
      counted = { version, tools }
    }
    return counted.tools.get(server) ?? 0
  }
}
