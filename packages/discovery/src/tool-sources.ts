import type { RegistrationReport, ToolIndex } from '@toolscout/index'
import { type ToolSource, ToolscoutError } from '@toolscout/model'
import { SourceExistsError } from './errors.ts'

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

/** Hears of a source that could not be listed anew in the background. */
export type SourceErrorHandler = (error: ToolscoutError, source: string) => void

/** The sources that are connected, kept in step with the index. */
export interface ToolSources {
  readonly get: (name: string) => ToolSource | undefined
  /**
   * Lists a source, registers its tools, and follows its changes until it is closed.
   * @throws SourceExistsError `SOURCE_EXISTS`, or what listing rejects with; the source is then not kept.
   */
  readonly add: (source: ToolSource, options?: SourceOptions) => Promise<SourceReport>
  /** Lists a source again, see {@link ToolSources.add}. `undefined` when there is none of that name. */
  readonly refresh: (name: string, options?: SourceOptions) => Promise<SourceReport | undefined>
  /** Closes one source; its tools leave the index. Unknown names change nothing. */
  readonly remove: (name: string) => Promise<void>
  /** Closes all. */
  readonly close: () => Promise<void>
}

/** What listing a source may be told. */
export interface SourceOptions {
  /** Stops waiting for the listing. */
  readonly signal?: AbortSignal | undefined
}

interface Entry {
  readonly source: ToolSource
  readonly stopFollowing: () => void
}

/** Creates the set of sources of an index. */
export function createToolSources(index: ToolIndex, onError: SourceErrorHandler): ToolSources {
  const entries = new Map<string, Entry>()

  const list = async (source: ToolSource, options: SourceOptions): Promise<SourceReport> => {
    const { definitions, complete, reason } = await source.list(options)
    const report = index.registerMcp(source.name, definitions)
    const removed = complete ? removeUnlisted(index, source.name, report) : []
    return {
      ...report,
      version: index.version,
      source: source.name,
      removed,
      complete,
      ...(reason === undefined ? {} : { reason }),
    }
  }

  /** Lists again after a change; changes that come meanwhile are one more listing. */
  const follow = (source: ToolSource): (() => void) => {
    let running = false
    let again = false
    const relist = async (): Promise<void> => {
      running = true
      do {
        again = false
        try {
          await list(source, {})
        } catch (error) {
          if (!(error instanceof ToolscoutError)) throw error
          if (entries.get(source.name)?.source === source) onError(error, source.name)
        }
      } while (again)
      running = false
    }
    return source.onChange(() => {
      if (running) again = true
      else void relist()
    })
  }

  const remove = async (name: string): Promise<void> => {
    const entry = entries.get(name)
    if (entry === undefined) return
    entries.delete(name)
    entry.stopFollowing()
    index.unregisterServer(name)
    await entry.source.close()
  }

  return {
    get: (name) => entries.get(name)?.source,
    add: async (source, options = {}) => {
      if (entries.has(source.name)) throw new SourceExistsError(source.name)
      entries.set(source.name, { source, stopFollowing: follow(source) })
      try {
        return await list(source, options)
      } catch (error) {
        await remove(source.name)
        throw error
      }
    },
    refresh: async (name, options = {}) => {
      const entry = entries.get(name)
      return entry === undefined ? undefined : list(entry.source, options)
    },
    remove,
    close: async () => {
      await Promise.all([...entries.keys()].map(remove))
    },
  }
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
