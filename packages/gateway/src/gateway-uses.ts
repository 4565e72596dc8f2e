import type { SearchQuery } from '@toolscout/index'
import { createRedactor } from '@toolscout/mcp/internal'
import { oneLine } from '@toolscout/model/internal'
import { USES } from './create-gateway.ts'
import type { Gateway } from './gateway.ts'
import type { GatewayUse } from './gateway-tools.ts'

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
