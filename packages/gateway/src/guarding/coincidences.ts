import type { Discovery } from '@toolscout/discovery'
import { type ServerOverlap, summarizeTwins, type ToolTwins, TwinFinder } from '@toolscout/guard/internal'
import { type Clock, parseToolId } from '@toolscout/model'
import { createSlices } from '@toolscout/model/internal'
import type { GatewayEvent } from '../gateway-event.ts'
import { createCoalescingRunner, createDebounce } from '../scheduling.ts'
import type { Visibility } from '../visibility.ts'
import { isForeign } from './tool-scan.ts'

/** Quiet time before tools are compared: servers that are added come one after the other. */
const QUIET_MS = 100
/** Longest time they are not compared while more come. */
const MAX_WAIT_MS = 2_000
/** Looking takes a tenth of the time at most: what it took times this is waited for afterwards, at most a minute. */
const REST = 9
const MAX_REST_MS = 60_000
/** Tools that are compared; of a larger catalog the first. */
const MAX_COMPARED = 20_000
const NONE: readonly ToolTwins[] = Object.freeze([])

/** What coincidences are looked for in, and who hears of them. */
export interface CoincidenceDeps {
  readonly discovery: Pick<Discovery, 'index'>
  readonly visibility: Pick<Visibility, 'of'>
  readonly clock: Clock
  readonly emit: (event: GatewayEvent) => void
}

/**
 * Compares the tools of all servers after one listed others, in slices: which have one name, or nearly one description. What
 * was compared is not kept, since it would be larger than the tools; what was found is.
 */
export class Coincidences {
  readonly #deps: CoincidenceDeps
  readonly #look: () => Promise<void>
  #twins = NONE
  /** What was reported of each two servers. */
  #reported = new Map<string, string>()
  /** Which tools of servers were reported behind each local one of their name. */
  #shadows: ReadonlyMap<string, readonly string[]> = new Map()
  readonly lookSoon: () => void

  constructor(deps: CoincidenceDeps) {
    this.#deps = deps
    this.#look = createCoalescingRunner(() => this.#lookOnce())
    const quiet = { clock: deps.clock, quietMs: QUIET_MS, maxWaitMs: MAX_WAIT_MS }
    // A catalog that is closed meanwhile has no tools to compare.
    this.lookSoon = createDebounce(() => void this.#look().catch(() => {}), quiet).trigger
  }

  /** Those that were found when they were looked for last; with a principal, of tools that exist for him. */
  twins(principal?: string): readonly ToolTwins[] {
    const { visibility, discovery } = this.#deps
    const seen = principal === undefined ? undefined : visibility.of(principal)
    if (seen === undefined) return this.#twins
    const exists = (id: string): boolean => {
      const found = discovery.index.get(id)
      return found !== undefined && seen.allows(found.summary)
    }
    return this.#twins.filter(({ tools }) => tools.every(exists))
  }

  async #lookOnce(): Promise<void> {
    const { discovery, clock } = this.#deps
    const { index } = discovery
    const began = clock.now()
    const finder = new TwinFinder()
    const tools = index.list()
    const foreign = tools.filter(({ summary }) => isForeign(summary))
    // Only a tool without a namespace takes the bare name from others.
    const bare = new Map(
      tools.flatMap(({ summary }) => {
        const { id, namespace } = summary
        return isForeign(summary) || namespace !== undefined ? [] : [[parseToolId(id).name, id] as const]
      }),
    )
    const shadows = new Map<string, string[]>()
    const slices = createSlices()
    for (const found of foreign.slice(0, MAX_COMPARED)) {
      if (slices.isOver()) await slices.next()
      const { id, name, namespace: server = '' } = found.summary
      finder.add({ id, server, name, description: found.tool.description })
      const local = bare.get(parseToolId(id).name)
      if (local !== undefined && shadows.get(local)?.push(id) === undefined) shadows.set(local, [id])
    }
    this.#twins = Object.freeze([...finder.found()])
    this.#report()
    this.#reportShadows(shadows)
    const restMs = Math.min(Math.ceil(REST * (clock.now() - began)), MAX_REST_MS)
    if (restMs > 0) await new Promise<void>((end) => void clock.after(restMs, end, { background: true }))
  }

  /** Emits what was not reported of two servers yet. */
  #report(): void {
    const overlaps = summarizeTwins(this.#twins)
    const keyOf = ({ servers }: ServerOverlap): string => JSON.stringify([...servers].sort())
    const now = new Map(overlaps.map((one) => [keyOf(one), `${one.sameNames} ${one.sameTexts}`]))
    const news = overlaps.filter((one) => this.#reported.get(keyOf(one)) !== now.get(keyOf(one)))
    this.#reported = now
    if (news.length > 0) this.#deps.emit({ type: 'serversOverlap', overlaps: Object.freeze(news) })
  }

  /** Emits which names mean local tools alone, where that is another set of tools than was reported. */
  #reportShadows(shadows: ReadonlyMap<string, readonly string[]>): void {
    for (const [tool, shadowed] of shadows)
      if (this.#shadows.get(tool)?.join() !== shadowed.join())
        this.#deps.emit({ type: 'toolShadowed', tool, shadowed: Object.freeze(shadowed) })
    this.#shadows = shadows
  }
}
