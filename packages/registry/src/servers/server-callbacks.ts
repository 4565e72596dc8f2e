import type { Discovery, SourceReport } from '@toolscout/discovery'
import type { RegistryEvent } from '../registry-event.ts'
import type { ManagedServerParts } from './server.ts'

/** Most warnings of one listing that are told. */
const MAX_WARNINGS = 20

/** How a server is kept in step with the tools that are registered. */
export function serverCallbacks(
  name: string,
  {
    discovery,
    emit,
    tags,
  }: {
    readonly discovery: Discovery
    readonly emit: (event: RegistryEvent) => void
    readonly tags: readonly string[]
  },
): Pick<ManagedServerParts, 'register' | 'countTools' | 'onState' | 'onListed'> {
  let isAdded = false
  let counted: { readonly version: number; readonly tools: number } | undefined
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
    countTools: () => {
      const { version } = discovery.index
      if (counted?.version !== version) {
        counted = { version, tools: discovery.index.list({ servers: [name] }).length }
      }
      return counted.tools
    },
    onState: (state, reason) =>
      emit({
        type: 'serverStateChanged',
        server: name,
        state,
        ...(reason === undefined ? {} : { reason }),
      }),
    onListed: (report, durationMs) =>
      emit({
        type: 'serverListed',
        server: name,
        tools: report.registered.length + report.updated.length + report.unchanged.length,
        durationMs,
        warnings: warningsOf(report),
      }),
  }
}

function warningsOf({ complete, reason, failures }: SourceReport): readonly string[] {
  const cut = complete ? [] : [reason ?? 'The listing is not complete.']
  const broken = failures.slice(0, MAX_WARNINGS).map(({ error }) => error.message)
  return Object.freeze([...cut, ...broken])
}
