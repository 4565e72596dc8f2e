import type { Gateway, ServerStatus } from '@toolscout/gateway'
import { compareIds } from '@toolscout/model'
import { oneLine, truncate } from '@toolscout/model/internal'
import type { Activity } from './activity.ts'
import type { GroupView, OverviewView, ServerView } from './api/tools.ts'
import type { Catalog } from './catalog.ts'
import { serverGroup } from './group-of.ts'

/** Most groups shown; more do not help a reader. */
const MAX_GROUPS = 1_000
/** Longest text of a server that is shown, in code points. */
const MAX_TEXT_LENGTH = 1_000

/** Sources of an overview. */
export interface OverviewDeps {
  readonly gateway: Gateway
  readonly catalog: Catalog
  readonly activity: Activity
  readonly principal: string
}

/** Summarizes the catalog and its servers. */
export function overviewOf({ gateway, catalog, activity, principal }: OverviewDeps): OverviewView {
  const { version, tools, tokens, groups: known } = catalog.totals()
  const groups = new Map<string, GroupView>(known.map((group) => [group.key, group]))
  const reasons = new Map(gateway.health().degraded.map(({ server, reason }) => [server, reason]))
  for (const status of gateway.servers({ principal })) {
    const group = serverGroup(status.name)
    const server = serverView(status, reasons.get(status.name))
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

/** Member by member, so that members added to a status later do not leak. */
function serverView(status: ServerStatus, reason: string | undefined): ServerView {
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
