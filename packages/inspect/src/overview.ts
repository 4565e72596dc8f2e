import type { Gateway, GatewayPin, ServerStatus } from '@toolscout/gateway'
import { hiddenWords } from '@toolscout/gateway/internal'
import {
  isWaiting,
  type ServerOverlap,
  sayFinding,
  summarizeTwins,
  wordsOfGrade,
} from '@toolscout/guard/internal'
import { compareIds, toMcpTool } from '@toolscout/model'
import { oneLine, truncate } from '@toolscout/model/internal'
import type { Activity } from './activity.ts'
import type { GroupView, OverviewView, PinsView, PinView, ServerView } from './api/views.ts'
import { type Catalog, type Inspected, toGroup } from './catalog.ts'

/** Most groups shown; more do not help a reader. */
const MAX_GROUPS = 1_000
/** Longest text of a server that is shown, in code points. */
const MAX_TEXT_LENGTH = 1_000

/** Sources of an overview. */
export interface OverviewDeps extends Inspected {
  readonly catalog: Catalog
  readonly activity: Activity
}

/** Summarizes the catalog and its servers. */
export function overviewOf({ gateway, catalog, activity, principal }: OverviewDeps): OverviewView {
  const { version, tools, tokens, groups: known } = catalog.totals()
  const groups = new Map<string, GroupView>(known.map((group) => [group.key, group]))
  const reasons = reasonsOf(gateway)
  const common = summarizeTwins(gateway.twins({ principal }))
  for (const status of gateway.servers({ principal })) {
    const group = toGroup('server', status.name)
    const overlaps = common.flatMap((one) => overlapLine(status.name, one)).slice(0, MAX_OVERLAPS)
    const server = {
      ...serverView(status, reasons.get(status.name)),
      ...(overlaps.length > 0 && { overlaps }),
    }
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
    ...activity.counts,
  }
}

/** Why servers are not ready, by name, in words for a person; what hits and answers say of it is for models. */
export function reasonsOf(gateway: Gateway): ReadonlyMap<string, string> {
  return new Map(gateway.health().degraded.map(({ server, reason }) => [server, reason]))
}

/** Other servers that are named. */
const MAX_OVERLAPS = 3

/** What a server has in common with another one; nothing where it is neither of them. */
function overlapLine(server: string, { servers, sameNames, sameTexts, example }: ServerOverlap): string[] {
  const at = servers.indexOf(server)
  if (at === -1) return []
  const names = `${sameNames} ${sameNames === 1 ? 'tool has' : 'tools have'} the name of one of ${servers[1 - at]}`
  return [shown(`${names}, ${sameTexts} nearly the same description, such as ${example[at]}.`)]
}

/** Member by member, so that members added to a status later do not leak. */
function serverView(status: ServerStatus, reason: string | undefined): ServerView {
  const { state, since, transport, stale, breaker, running, waiting, connectMs, retryAt, server } = status
  const hint =
    reason || (stale ? status.error?.message : undefined) || hiddenWords(status.name, server?.instructions)
  return {
    state,
    since,
    where: shown(status.where),
    ...(transport === undefined ? {} : { transport }),
    stale,
    breaker,
    running,
    waiting,
    ...(connectMs === undefined ? {} : { connectMs }),
    ...(retryAt === undefined ? {} : { retryAt }),
    ...(hint ? { hint: shown(hint) } : {}),
    ...(server === undefined
      ? {}
      : {
          program: shown(`${server.name} ${server.version}`),
          protocolVersion: shown(server.protocolVersion),
        }),
  }
}

function shown(text: string): string {
  return truncate(oneLine(text), MAX_TEXT_LENGTH)
}

/** Most definitions shown; more are approved with the command. */
const MAX_PINS = 100
const MAX_WORDS = 10
/** Long enough that two definitions with the same prefix cannot be made; what the command asks for. */
const APPROVED_DIGITS = 32
const MAX_LINES = 60
/** Longest line, and longest definition, in code points. */
const MAX_LINE_LENGTH = 400
const MAX_DEFINITION_LENGTH = 8_000

/** Lists the definitions that wait for approval, what changed, and what is suspected. Rejects as the store of pins does. */
export async function pinsView({ gateway, principal }: Inspected): Promise<PinsView> {
  const all = await gateway.pins({ principal })
  const shown = all.filter((pin) => isWaiting(pin) || (pin.level !== 'clean' && pin.state !== 'pinned'))
  const waiting = shown.filter(isWaiting).length
  const urgencyOf = (pin: GatewayPin): number =>
    Number(pin.isQuarantined) * 4 + Number(isWaiting(pin)) * 2 + Number(pin.level === 'poisoned')
  const pins = shown
    .sort((a, b) => urgencyOf(b) - urgencyOf(a) || compareIds(a.id, b.id))
    .slice(0, MAX_PINS)
    .map((pin) => toPinView(pin, gateway))
  return { waiting, suspected: shown.length - waiting, pins }
}

function toPinView(pin: GatewayPin, { discovery }: Gateway): PinView {
  const { id, state, isQuarantined, since, grade, level } = pin
  const waits = isWaiting(pin)
  const tool = pin.diff.length > 0 || !waits ? undefined : discovery.index.get(id)?.tool
  const lines = (texts: readonly string[], most: number): readonly string[] =>
    texts.slice(0, most).map((text) => truncate(oneLine(text), MAX_LINE_LENGTH))
  return {
    id,
    digest: pin.digest.slice(0, APPROVED_DIGITS),
    state,
    isQuarantined,
    since,
    isWaiting: waits,
    level,
    findings: lines(pin.findings.map(sayFinding), MAX_WORDS),
    changed: lines(pin.changed, MAX_WORDS),
    ...(grade === undefined ? {} : { grade: wordsOfGrade(grade) }),
    ...(pin.reasons === undefined ? {} : { reasons: lines(pin.reasons, MAX_WORDS) }),
    diff: lines(pin.diff, MAX_LINES),
    ...(tool === undefined
      ? {}
      : { definition: truncate(JSON.stringify(toMcpTool(tool), null, 2), MAX_DEFINITION_LENGTH) }),
  }
}
