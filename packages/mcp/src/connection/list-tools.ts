import type { ToolListing } from '@toolscout/model'
import { isJsonObject, quote, utf8Length } from '@toolscout/model/internal'
import { compileToolPatterns, type ToolPatterns } from '../config/server-config.ts'
import { McpListError } from '../errors.ts'
import type { McpLimits } from './connect-options.ts'
import { jsonSize } from './json-size.ts'
import { refusalOf } from './request-failure.ts'
import type { McpSession } from './session.ts'

/** JSON-RPC: the method does not exist. */
const METHOD_NOT_FOUND = -32_601

/** Options of a listing. */
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

/** One page of a listing, read as far as paging needs. */
export interface ToolPage {
  /** Entries as they came. */
  readonly tools: readonly unknown[]
  /** Where the next page begins; absent on the last one. */
  readonly nextCursor?: string
  /** Why the listing cannot go on behind this page, though it is not the last. */
  readonly brokenOff?: string
}

/**
 * Reads all pages of a listing. Stops, with a reason, where a server repeats a cursor or goes beyond a limit; what
 * was read by then is of use. Rejects as `readPage` does.
 */
export async function listPages(
  readPage: (cursor: string | undefined) => Promise<ToolPage>,
  limits: McpLimits,
): Promise<ToolListing> {
  const definitions: unknown[] = []
  const cursors = new Set<string>()
  let bytes = 0
  const stopped = (reason: string): ToolListing => ({ definitions, complete: false, reason })
  const tooLarge = `The tools of the server take more than ${limits.maxListBytes} bytes.`
  if (limits.maxPages === 0) return stopped('No page may be read.')
  for (let cursor: string | undefined, pages = 1; ; pages += 1) {
    const page = await readPage(cursor)
    for (const definition of page.tools) {
      if (definitions.length >= limits.maxTools) {
        return stopped(`The server lists more than ${limits.maxTools} tools.`)
      }
      bytes += jsonSize(definition, limits.maxListBytes - bytes)
      if (bytes > limits.maxListBytes) return stopped(tooLarge)
      definitions.push(definition)
    }
    if (page.brokenOff !== undefined) return stopped(page.brokenOff)
    cursor = page.nextCursor
    if (cursor === undefined) return { definitions, complete: true }
    if (cursors.has(cursor)) return stopped('The server gave a cursor a second time, which would never end.')
    if (pages >= limits.maxPages)
      return stopped(`The server has more than ${limits.maxPages} pages of tools.`)
    // Cursors are kept, so a server that sends nothing else fills memory with them all the same.
    bytes += utf8Length(cursor)
    if (bytes > limits.maxListBytes) return stopped(tooLarge)
    cursors.add(cursor)
  }
}

/**
 * Reads the result of `tools/list`. `undefined` when it holds no list of tools. An empty or null cursor ends the
 * listing, as some servers write it.
 */
export function toToolPage(result: Readonly<Record<string, unknown>>): ToolPage | undefined {
  const { tools, nextCursor } = result
  if (!Array.isArray(tools)) return undefined
  if (nextCursor === undefined || nextCursor === null || nextCursor === '') return { tools }
  if (typeof nextCursor === 'string') return { tools, nextCursor }
  return { tools, brokenOff: 'The server gave a cursor that is no text.' }
}
