import type { ToolscoutError } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import type { ServerStatus } from '../server-status.ts'
import { toReason } from './server-errors.ts'

/** A server of which only a name is known, and why its configuration cannot be used. */
export interface UnusableServer {
  readonly error: ToolscoutError
  readonly since: number
}

/** How such a server is reported: as one that people have to mend. */
export function statusOfUnusable(name: string, { error, since }: UnusableServer): ServerStatus {
  const details: unknown = error.details
  const { source, path } = isJsonObject(details) ? details : {}
  return Object.freeze({
    name,
    state: 'failed',
    since,
    // Where it is configured: how it is reached is not known.
    where: [source, path].filter((part) => typeof part === 'string' && part !== '').join(': '),
    tools: 0,
    stale: false,
    error: toReason(error),
    breaker: 'closed',
    running: 0,
    waiting: 0,
  })
}
