import type { Gateway, ServerStatus } from '@toolscout/gateway'
import { compareIds } from '@toolscout/model'
import { oneLine, truncate } from '@toolscout/model/internal'
import type { Activity } from './activity.ts'
import type { Catalog } from './catalog.ts'
import { serverGroup } from './group-of.ts'
import type { ToldGroup, ToldOverview, ToldServer } from './told/tools.ts'

/** Groups that are told; more are no help to anybody who reads. */
const MAX_GROUPS = 1_000
/** Longest text of a server that is told, in code points. */
const MAX_TEXT_LENGTH = 1_000

/** What an overview is told from. */
export interface OverviewParts {
  readonly gateway: Gateway
  readonly catalog: Catalog
  readonly activity: Activity
  readonly principal: string
}

/** Tells what there is and how it goes. */
export function tellOverview({ gateway, catalog, activity, principal }: OverviewParts): ToldOverview {
  const { version, tools, tokens, groups: known } = catalog.totals()
  const groups = new Map<string, ToldGroup>(known.map((group) => [group.key, group]))
  const reasons = new Map(gateway.health().degraded.map(({ server, reason }) => [server, reason]))
  for (const status of gateway.servers({ principal })) {
    const group = serverGroup(status.name)
    const server = toldServer(status, reasons.get(status.name))
    groups.set(group.key, { ...group, tools: 0, tokens: 0, ...groups.get(group.key), server })
  }
  const sorted = [...groups.values()].sort((a, b) => compareIds(a.name, b.name))
  return {
    version,
    state: gateway.state(),
    tools,
    groups: sorted.slice(0, MAX_GROUPS),
    groupsLeft: Math.max(0, sorted.length - MAX_GROUPS),
    tokens,
    ...activity.counts(),
  }
}

/** Member by member, so that nothing is told that somebody adds to a status later. */
function toldServer(status: ServerStatus, reason: string | undefined): ToldServer {
  const { state, since, where, transport, stale, connectMs, server, retryAt, error } = status
  const hint = reason || (stale ? error?.message : undefined)
  return {
    state,
    since,
    where: shown(where),
    transport,
    stale,
    ...(connectMs === undefined ? {} : { connectMs }),
    ...(server === undefined
      ? {}
      : {
          program: shown(`${server.name} ${server.version}`),
          protocolVersion: shown(server.protocolVersion),
        }),
    ...(hint === undefined || hint === '' ? {} : { hint: shown(hint) }),
    ...(retryAt === undefined ? {} : { retryAt }),
    breaker: status.breaker,
    running: status.running,
    waiting: status.waiting,
  }
}

function shown(text: string): string {
  return truncate(oneLine(text), MAX_TEXT_LENGTH)
}
