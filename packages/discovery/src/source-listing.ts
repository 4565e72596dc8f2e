import type { RegistrationReport, ToolIndex } from '@toolscout/index'
import type { ToolListing } from '@toolscout/model'
import type { SchemaNotices } from './schema-notices.ts'

/** What listing a source came to. */
export interface SourceReport extends RegistrationReport {
  readonly source: string
  /** False when the source could not give everything; nothing was removed then. */
  readonly complete: boolean
  /** Why it is not complete. */
  readonly reason?: string
}

/**
 * Registers what a source listed, as one change; what a complete listing names no more leaves. Then says what will not
 * be checked of the tools it lists.
 */
export async function registerListing(
  { index, schemaNotices }: { readonly index: ToolIndex; readonly schemaNotices: SchemaNotices },
  { name: source, tags }: { readonly name: string; readonly tags: readonly string[] | undefined },
  { definitions, complete, reason }: ToolListing,
): Promise<SourceReport> {
  const report = index.registerMcp(source, definitions, { complete, tags })
  // A listener may have removed some.
  const listed = [...report.registered, ...report.updated, ...report.unchanged].flatMap(
    (id) => index.get(id)?.tool ?? [],
  )
  const notices = Object.freeze([...report.notices, ...(await schemaNotices(listed))])
  return Object.freeze({ ...report, notices, source, complete, ...(reason === undefined ? {} : { reason }) })
}
