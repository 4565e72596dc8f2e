import type { SearchQuery } from '@toolscout/index'
import { createRedactor } from '@toolscout/mcp/internal'
import { createListeners, type Listeners, oneLine } from '@toolscout/model/internal'
import type { Gateway, GatewayAnswer } from './gateway.ts'

/**
 * What a caller asked of a gateway, in its own words. Content of users: events and logs hold none of it, and a
 * listener keeps it in memory alone.
 */
export type GatewayUse =
  | {
      readonly type: 'searched'
      readonly principal: string
      readonly query: SearchQuery
      readonly answer: GatewayAnswer
    }
  | {
      readonly type: 'called'
      readonly principal: string
      /** What the caller named. */
      readonly reference: string
      readonly isError: boolean
    }

const USES = new WeakMap<Gateway, Listeners<GatewayUse>>()

/** The same gateway, whose searches and calls can be listened to. */
export function watchUses(gateway: Gateway): Gateway {
  const uses = createListeners<GatewayUse>()
  const watched = Object.freeze({
    ...gateway,
    search: async (query, search = {}) => {
      const answer = await gateway.search(query, search)
      uses.tell({ type: 'searched', principal: search.principal ?? '', query, answer })
      return answer
    },
    call: async (given, args, call = {}) => {
      const result = await gateway.call(given, args, call)
      const reference = typeof given === 'string' ? given : given.id
      uses.tell({
        type: 'called',
        principal: call.principal ?? '',
        reference,
        isError: result.isError === true,
      })
      return result
    },
  } satisfies Gateway)
  USES.set(watched, uses)
  return watched
}

/** Calls back with each use of a gateway, within its search or call; gives back the way to stop. */
export function onUse(gateway: Gateway, listener: (use: GatewayUse) => void): () => void {
  return USES.get(gateway)?.listen(listener) ?? (() => {})
}

const MAX_QUERY_LENGTH = 500
const redact = createRedactor({ name: 'queries', transport: 'stdio', command: 'none' })

/** A query as it may be shown: in one line, cut, without what looks like a token, as in logs. */
export function shownQuery(query: SearchQuery): string {
  const text = typeof query === 'string' ? query : query.map(String).join(' | ')
  return oneLine(redact(text, MAX_QUERY_LENGTH))
}
