import type { ToolListing } from '@toolscout/model'
import { jsonSize } from './json-size.ts'
import type { McpLimits } from './limits.ts'

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
    bytes += Buffer.byteLength(cursor)
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
