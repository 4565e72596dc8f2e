import type { GatewayEvent } from '@toolscout/gateway'
import type { ChangeEvent } from '@toolscout/index'
import { compareIds } from '@toolscout/model'
import { oneLine, truncate } from '@toolscout/model/internal'
import type { ActivityView, ChangeView, SampleView, SeriesView } from './api/views.ts'
import { groupOf, type Inspected } from './catalog.ts'

/** Changes that are kept. */
const MAX_CHANGES = 200
/** Names that are kept of one change: a server may come with a thousand tools. */
const MAX_NAMES = 20
/** Times that are kept of each kind. */
const MAX_SAMPLES = 300
/** Kinds of which times are kept; those of further servers are not. */
const MAX_SERIES = 100
const MAX_TEXT_LENGTH = 500
/** States in which a server is only until it is known what comes of them, which alone is worth telling. */
const IN_BETWEEN: ReadonlySet<string> = new Set(['connecting', 'reconnecting'])

/** After these, other definitions may wait for approval. */
const PIN_EVENTS: ReadonlySet<string> = new Set([
  'toolsPinned',
  'toolChanged',
  'toolHeld',
  'toolsApproved',
  'toolSuspected',
])

/** Times of one kind. */
interface Series extends Pick<SeriesView, 'kind' | 'name'> {
  readonly samples: SampleView[]
}

/** Recent activity of the tools that are visible to the principal. */
export class Activity {
  /** What was done since it began. */
  readonly counts = { searches: 0, calls: 0, failedCalls: 0 }
  readonly #inspected: Inspected
  /** Newest first. */
  readonly #changes: ChangeView[] = []
  readonly #series = new Map<string, Series>()
  /** The visibility of a removed tool cannot be asked any more, so it is remembered. */
  readonly #seen: Set<string>
  readonly #stops: readonly (() => void)[]

  /** Begins to follow a gateway. */
  constructor(inspected: Inspected) {
    const { gateway, principal } = inspected
    this.#inspected = inspected
    this.#seen = new Set(gateway.list({ principal }).map(({ id }) => id))
    this.#stops = [
      gateway.discovery.onChange((event) => this.#followTools(event)),
      gateway.onEvent((event) => this.#followGateway(event)),
    ]
  }

  read(): ActivityView {
    const series = [...this.#series.values()].map(toSeriesView).sort(byKind)
    return { now: this.#inspected.clock.now(), changes: this.#changes, series }
  }

  stop(): void {
    for (const stop of this.#stops) stop()
  }

  #followTools({ changes }: ChangeEvent): void {
    const { gateway, principal, notify } = this.#inspected
    const ids = { added: [] as string[], updated: [] as string[], removed: [] as string[] }
    for (const change of changes) {
      if (change.type === 'refreshed') continue
      const { id, type } = change
      const isVisible = type !== 'removed' && gateway.resolve(id, { principal })?.id === id
      if (!isVisible) {
        if (this.#seen.delete(id) && type === 'removed') ids.removed.push(id)
      } else if (!this.#seen.has(id)) {
        this.#seen.add(id)
        ids.added.push(id)
      } else if (change.type === 'updated' && change.differences.length > 0) ids.updated.push(id)
    }
    for (const kind of ['added', 'updated', 'removed'] as const) {
      const count = ids[kind].length
      if (count > 0)
        this.#note({ kind, text: `${count} ${count === 1 ? 'tool' : 'tools'} ${kind}` }, ids[kind])
    }
    notify('catalog', 'activity')
  }

  #followGateway(event: GatewayEvent): void {
    const { notify } = this.#inspected
    if (PIN_EVENTS.has(event.type)) notify('pins')
    if (event.type === 'stateChanged' || event.type === 'serversOverlap') notify('servers')
    else if (event.type === 'serverStateChanged' && this.#knows(event.server)) {
      const text = truncate(oneLine(event.reason ?? ''), MAX_TEXT_LENGTH)
      if (!IN_BETWEEN.has(event.state))
        this.#note({ kind: 'server', text, state: event.state }, [event.server])
      notify('servers', 'activity')
    } else if (event.type === 'serverListed' && this.#knows(event.server)) {
      this.#time('listing', event.server, event.durationMs)
      notify('servers', 'activity')
    } else if (event.type === 'searched') {
      this.counts.searches += 1
      this.#time('search', '', event.durationMs)
      notify('activity')
    } else if (event.type === 'callEnded') this.#followCall(event)
  }

  #followCall({ name: tool, durationMs, isError }: Extract<GatewayEvent, { type: 'callEnded' }>): void {
    const { gateway, principal, notify } = this.#inspected
    const called = gateway.resolve(tool, { principal })
    if (called === undefined) return
    const { kind, name } = groupOf(called.summary)
    this.counts.calls += 1
    if (isError) this.counts.failedCalls += 1
    this.#time('call', kind === 'server' ? name : '', durationMs, isError)
    notify('activity', 'servers')
  }

  #knows(server: string): boolean {
    const { gateway, principal } = this.#inspected
    return gateway.servers({ principal }).some(({ name }) => name === server)
  }

  #note(change: Pick<ChangeView, 'kind' | 'text' | 'state'>, all: readonly string[]): void {
    const [last] = this.#changes
    const isSame = change.kind === 'server' && last?.names[0] === all[0] && last?.state === change.state
    const times = isSame && last?.text === change.text ? last.times + 1 : 1
    if (times > 1) this.#changes.shift()
    const names = all.slice(0, MAX_NAMES)
    const namesLeft = all.length - names.length
    this.#changes.unshift({ ...change, at: this.#inspected.clock.now(), names, namesLeft, times })
    this.#changes.splice(MAX_CHANGES)
  }

  #time(kind: SeriesView['kind'], name: string, ms: number, isError = false): void {
    const key = `${kind} ${name}`
    const series = this.#series.get(key) ?? { kind, name, samples: [] }
    if (series.samples.length === 0 && this.#series.size >= MAX_SERIES) return
    this.#series.set(key, series)
    series.samples.push({ at: this.#inspected.clock.now(), ms, isError })
    if (series.samples.length > MAX_SAMPLES) series.samples.shift()
  }
}

function toSeriesView({ kind, name, samples }: Series): SeriesView {
  const sorted = samples.map(({ ms }) => ms).sort((a, b) => a - b)
  const errors = samples.filter(({ isError }) => isError).length
  return { kind, name, samples, medianMs: rankAt(sorted, 0.5), p95Ms: rankAt(sorted, 0.95), errors }
}

/** The nearest rank. */
function rankAt(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}

const KINDS: readonly SeriesView['kind'][] = ['search', 'call', 'listing']

function byKind(one: SeriesView, other: SeriesView): number {
  return KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) || compareIds(one.name, other.name)
}
