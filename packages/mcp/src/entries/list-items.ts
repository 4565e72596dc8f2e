import type { JsonObject } from '@toolscout/model'
import { anySignal, isJsonObject, quote, timeoutSignal } from '@toolscout/model/internal'
import type { McpConnection } from '../connection/connection.ts'
import type { McpRequestMethod } from '../connection/requests.ts'

/** Pages of one listing, and items of it, that are read of a server. */
const MAX_PAGES = 100
const MAX_ITEMS = 10_000
/** How long a server may take to list, in milliseconds. */
const LIST_TIMEOUT_MS = 10_000

/** Member of `_meta` in which a folder of skills says what it left out. */
export const NOTICES = 'toolscout/notices'

/** Items of a listing, and why there may be more. */
export interface ListedItems {
  readonly items: readonly JsonObject[]
  /** Sentences for people; empty for a whole listing. */
  readonly warnings: readonly string[]
  /** What a folder of skills left out, in sentences for people. */
  readonly notices: readonly string[]
}

/** Lists what is no tool, all pages of it. Rejects as a request does. */
export async function listItems(
  connection: Pick<McpConnection, 'name' | 'request' | 'transport'>,
  [method, member]: readonly [McpRequestMethod, string],
  signal?: AbortSignal,
): Promise<ListedItems> {
  const items: JsonObject[] = []
  const notices: string[] = []
  const cursors = new Set<string>()
  let cursor: string | undefined
  const deadline = anySignal(signal, timeoutSignal(LIST_TIMEOUT_MS))
  for (let page = 0; page < MAX_PAGES && items.length < MAX_ITEMS; page += 1) {
    const params = cursor === undefined ? {} : { cursor }
    const answer = await connection.request(method, params, { signal: deadline, timeoutMs: LIST_TIMEOUT_MS })
    const told: unknown = answer[member]
    if (Array.isArray(told)) items.push(...told.filter(isJsonObject))
    const said = connection.transport === 'skills' && isJsonObject(answer._meta) ? answer._meta[NOTICES] : []
    if (Array.isArray(said)) notices.push(...said.map(String))
    const next = answer.nextCursor
    if (typeof next !== 'string') return { items: items.slice(0, MAX_ITEMS), warnings: [], notices }
    if (cursors.has(next)) break
    cursors.add(next)
    cursor = next
  }
  const warning = `The ${member} of ${quote(connection.name)} never end; only the first ${items.length} are used.`
  return { items: items.slice(0, MAX_ITEMS), warnings: [warning], notices }
}
