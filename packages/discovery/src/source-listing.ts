import type { RegistrationReport, ToolIndex } from '@toolscout/index'
import type { ToolListing } from '@toolscout/model'

/** What listing a source came to. */
export interface SourceReport extends RegistrationReport {
  readonly source: string
  /** Ids that left because the source lists them no more. */
  readonly removed: readonly string[]
  /** False when the source could not give everything; nothing was removed then. */
  readonly complete: boolean
  /** Why it is not complete. */
  readonly reason?: string
}

/** Registers what a source listed; what a complete listing names no more leaves. */
export function registerListing(index: ToolIndex, source: string, listing: ToolListing): SourceReport {
  const { definitions, complete, reason } = listing
  const report = index.registerMcp(source, definitions)
  const removed = complete ? removeUnlisted(index, source, report) : []
  return Object.freeze({
    ...report,
    version: index.version,
    source,
    removed: Object.freeze(removed),
    complete,
    ...(reason === undefined ? {} : { reason }),
  })
}

/** Takes the source from every tool that a complete listing did not name; what could not be read stays. */
function removeUnlisted(index: ToolIndex, server: string, report: RegistrationReport): readonly string[] {
  const listed = new Set([...report.registered, ...report.updated, ...report.unchanged])
  const removed: string[] = []
  const failed = new Set(report.failures.map(({ name }) => name))
  for (const { tool } of index.list({ servers: [server] })) {
    if (listed.has(tool.id) || failed.has(tool.name)) continue
    index.unregisterBackend(tool.id, { kind: 'mcp', server })
    removed.push(tool.id)
  }
  return removed
}
