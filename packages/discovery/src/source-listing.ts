import type { RegistrationReport, ToolIndex } from '@toolscout/index'
import type { ToolListing } from '@toolscout/model'

/** What listing a source came to. */
export interface SourceReport extends RegistrationReport {
  readonly source: string
  /** False when the source could not give everything; nothing was removed then. */
  readonly complete: boolean
  /** Why it is not complete. */
  readonly reason?: string
}

/** Registers what a source listed, as one change; what a complete listing names no more leaves. */
export function registerListing(index: ToolIndex, source: string, listing: ToolListing): SourceReport {
  const { definitions, complete, reason } = listing
  const report = index.registerMcp(source, definitions, { complete })
  return Object.freeze({ ...report, source, complete, ...(reason === undefined ? {} : { reason }) })
}
