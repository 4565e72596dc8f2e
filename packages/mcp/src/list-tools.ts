import type { ToolListing } from '@toolscout/model'
import { isJsonObject, quote } from '@toolscout/model/internal'
import { McpListError } from './errors.ts'
import type { McpLimits } from './limits.ts'
import { listPages, type ToolPage, toToolPage } from './list-pages.ts'
import { refusalOf } from './request-failure.ts'
import type { McpSession } from './session.ts'
import { compileToolPatterns, type ToolPatterns } from './tool-patterns.ts'

/** JSON-RPC: the method does not exist. */
const METHOD_NOT_FOUND = -32_601

/** What a listing is told. */
export interface ListToolsOptions {
  readonly server: string
  readonly signal: AbortSignal
  readonly limits: McpLimits
  readonly patterns: ToolPatterns | undefined
  /**
   * What a page that failed makes of the listing: a reason to stop with what there is, or `undefined` when the
   * whole listing is to fail.
   */
  readonly reasonToStop: (error: unknown) => string | undefined
}

/**
 * Lists the tools of a server. A server that does not know the method has none.
 *
 * @throws McpListError `MCP_LIST_FAILED` when the first page is an error or no page.
 */
export async function listTools(session: McpSession, options: ListToolsOptions): Promise<ToolListing> {
  const listing = await listPages((cursor) => readPage(session, cursor, options), options.limits)
  const { patterns } = options
  if (patterns === undefined) return listing
  const isAllowed = compileToolPatterns(patterns)
  const definitions = listing.definitions.filter((definition) => {
    const name = isJsonObject(definition) ? definition.name : undefined
    return typeof name === 'string' ? isAllowed(name) : patterns.allow === undefined
  })
  return { ...listing, definitions }
}

async function readPage(
  session: McpSession,
  cursor: string | undefined,
  { server, signal, reasonToStop }: ListToolsOptions,
): Promise<ToolPage> {
  try {
    const answer = await session.request('tools/list', cursor === undefined ? {} : { cursor }, { signal })
    if (!answer.isResult) {
      if (cursor === undefined && answer.refusal.rpcCode === METHOD_NOT_FOUND) return { tools: [] }
      throw refusalOf({ server, kind: 'list', name: '' }, answer)
    }
    const page = toToolPage(answer.result)
    if (page !== undefined) return page
    throw new McpListError(`${quote(server)} answered with something that is no list of tools.`, { server })
  } catch (error) {
    const brokenOff = cursor === undefined ? undefined : reasonToStop(error)
    if (brokenOff === undefined) throw error
    return { tools: [], brokenOff }
  }
}
