import type { Gateway, GatewayEvent } from '@toolscout/gateway'
import type { ChangeEvent } from '@toolscout/index'
import { type Clock, compareIds } from '@toolscout/model'
import { oneLine, truncate } from '@toolscout/model/internal'
import type { ActivityView, ChangeView, NewsView, OverviewView, SampleView, SeriesView } from './api/views.ts'
import { groupOf } from './catalog.ts'

/** Changes that are kept. */
const MAX_CHANGES = 200
/** Names that are kept of one change: a server may come with a thousand tools. */
const MAX_NAMES = 20
/** Times that are kept of each kind. */
const MAX_SAMPLES = 300
/** Kinds of which times are kept; those of further servers are not. */
const MAX_SERIES = 100
const MAX_TEXT_LENGTH = 500
/** States in which a server is only until it is known what comes of them. */
const ON_THE_WAY: ReadonlySet<string> = new Set(['connecting', 'reconnecting'])

/** After these, other definitions may wait for approval. */
const PIN_EVENTS: ReadonlySet<string> = new Set(['toolsPinned', 'toolChanged', 'toolHeld', 'toolsApproved'])

/** Recent activity of the tools that are visible to the principal. */
export interface Activity {
  readonly read: () => ActivityView
  /** What was done since it began. */
  readonly counts: () => Pick<OverviewView, 'searches' | 'calls' | 'failedCalls'>
  readonly stop: () => void
}

/** What is followed, and who hears of it. */
export interface ActivityDeps {
  readonly gateway: Gateway
  readonly principal: string
  readonly clock: Clock
  readonly onNews: (news: NewsView) => void
}

/** Begins to follow a gateway. */
export function followActivity({ gateway, principal, clock, onNews }: ActivityDeps): Activity {
  const changes = createRing<ChangeView>(MAX_CHANGES)
  const series = new Map<string, Pick<SeriesView, 'kind' | 'name'> & { readonly samples: Ring<SampleView> }>()
  const counts = { searches: 0, calls: 0, failedCalls: 0 }
  // The visibility of a removed tool cannot be asked any more, so it is remembered.
  const seen = new Set(gateway.list({ principal }).map(({ id }) => id))

  const note = (change: Pick<ChangeView, 'kind' | 'text' | 'state'>, names: readonly string[]): void => {
    const data = names.slice(0, MAX_NAMES)
    const fresh = { ...change, at: clock.now(), names: data, namesLeft: names.length - data.length, times: 1 }
    const last = changes.last()
    const isSame = change.kind === 'server' && last?.names[0] === names[0] && last?.state === change.state
    if (isSame && last?.text === change.text) changes.replaceLast({ ...fresh, times: last.times + 1 })
    else changes.add(fresh)
  }
  const time = (
    { kind, name }: Pick<SeriesView, 'kind' | 'name'>,
    { ms, isError }: Omit<SampleView, 'at'>,
  ): void => {
    const key = `${kind} ${name}`
    let known = series.get(key)
    if (known === undefined) {
      if (series.size >= MAX_SERIES) return
      known = { kind, name, samples: createRing(MAX_SAMPLES) }
      series.set(key, known)
    }
    known.samples.add({ at: clock.now(), ms, isError })
  }
  const followTools = ({ changes: happened }: ChangeEvent): void => {
    const ids = { added: [] as string[], updated: [] as string[], removed: [] as string[] }
    for (const change of happened) {
      if (change.type === 'refreshed') continue
      const isKnown = seen.has(change.id)
      if (change.type === 'removed') {
        if (seen.delete(change.id)) ids.removed.push(change.id)
      } else if (gateway.resolve(change.id, { principal })?.id !== change.id) seen.delete(change.id)
      else if (!isKnown) {
        seen.add(change.id)
        ids.added.push(change.id)
      } else if (change.type === 'updated' && change.differences.length > 0) ids.updated.push(change.id)
    }
    for (const kind of ['added', 'updated', 'removed'] as const) {
      const count = ids[kind].length
      if (count > 0) note({ kind, text: `${count} ${count === 1 ? 'tool' : 'tools'} ${kind}` }, ids[kind])
    }
    onNews('catalog')
    onNews('activity')
  }
  const knows = (server: string): boolean =>
    gateway.servers({ principal }).some(({ name }) => name === server)
  const followGateway = (event: GatewayEvent): void => {
    if (PIN_EVENTS.has(event.type)) onNews('pins')
    if (event.type === 'stateChanged') onNews('servers')
    else if (event.type === 'serverStateChanged' && knows(event.server)) {
      const text = truncate(oneLine(event.reason ?? ''), MAX_TEXT_LENGTH)
      // On its way it is nowhere; what comes of it is worth telling.
      if (!ON_THE_WAY.has(event.state)) note({ kind: 'server', text, state: event.state }, [event.server])
      onNews('servers')
      onNews('activity')
    } else if (event.type === 'serverListed' && knows(event.server)) {
      time({ kind: 'listing', name: event.server }, { ms: event.durationMs, isError: false })
      onNews('servers')
      onNews('activity')
    } else if (event.type === 'searched') {
      counts.searches += 1
      time({ kind: 'search', name: '' }, { ms: event.durationMs, isError: false })
      onNews('activity')
    } else if (event.type === 'callEnded') {
      const called = gateway.resolve(event.name, { principal })
      if (called === undefined) return
      const { kind, name } = groupOf(called.summary)
      const { durationMs: ms, isError } = event
      counts.calls += 1
      if (isError) counts.failedCalls += 1
      time({ kind: 'call', name: kind === 'server' ? name : '' }, { ms, isError })
      onNews('activity')
      onNews('servers')
    }
  }

  const stops = [gateway.discovery.onChange(followTools), gateway.onEvent(followGateway)]
  return {
    read: () => ({
      now: clock.now(),
      changes: changes.list().toReversed(),
      series: [...series.values()]
        .map(({ kind, name, samples }) => toSeries({ kind, name }, samples.list()))
        .sort(byKind),
    }),
    counts: () => counts,
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}

function toSeries(about: Pick<SeriesView, 'kind' | 'name'>, samples: readonly SampleView[]): SeriesView {
  const sorted = samples.map(({ ms }) => ms).sort((a, b) => a - b)
  const errors = samples.filter(({ isError }) => isError).length
  return { ...about, samples, medianMs: rankAt(sorted, 0.5), p95Ms: rankAt(sorted, 0.95), errors }
}

/** The nearest rank. */
function rankAt(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}

const KINDS: readonly SeriesView['kind'][] = ['search', 'call', 'listing']

function byKind(one: SeriesView, other: SeriesView): number {
  return KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) || compareIds(one.name, other.name)
}

/** The last items of a sequence, up to a limit. */
export interface Ring<T> {
  readonly add: (value: T) => void
  readonly last: () => T | undefined
  /** Puts another in the place of the last. */
  readonly replaceLast: (value: T) => void
  /** Oldest first. */
  readonly list: () => readonly T[]
}

/** Keeps the last `most`. */
export function createRing<T>(most: number): Ring<T> {
  const kept: T[] = []
  let next = 0
  return {
    add: (value) => {
      kept[next] = value
      next = (next + 1) % most
    },
    last: () => kept.at(next - 1),
    replaceLast: (value) => {
      kept[(next + most - 1) % most] = value
    },
    list: () => (kept.length < most ? [...kept] : [...kept.slice(next), ...kept.slice(0, next)]),
  }
}
