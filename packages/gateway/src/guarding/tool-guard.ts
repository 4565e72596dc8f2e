import type { ToolReference, ToolSuspicion } from '@toolscout/discovery/internal'
import { createPins, type Pins, type ToolPin } from '@toolscout/guard'
import { isWaiting } from '@toolscout/guard/internal'
import type { ChangeEvent, RegisteredTool } from '@toolscout/index'
import { inSlices } from '@toolscout/index/internal'
import type { Tool, ToolSummary } from '@toolscout/model'
import { requireKnownMembers } from '@toolscout/model/internal'
import { createCoalescingRunner, SlicedQueue } from '../scheduling.ts'
import { approvePins } from './approvals.ts'
import type { ToolGuardDeps } from './guard-deps.ts'
import type { ApprovalReport, GatewayPin, PinApproval } from './guard-options.ts'
import { KeptPins } from './kept-pins.ts'
import { Originals } from './originals.ts'
import { PinReports } from './pin-reports.ts'
import { createPlaceReader, type PlaceReader } from './server-places.ts'
import { isForeign, ToolScan } from './tool-scan.ts'

/**
 * Decides which definitions of servers may be shown and called: pins every definition that a server lists, and compares
 * each later one with its pin.
 */
export class ToolGuard {
  /** Whether a tool may be hidden before anything is known of it. */
  readonly #isStrict: boolean
  readonly #deps: ToolGuardDeps
  readonly #pins: Pins
  readonly #kept: KeptPins
  readonly #reports: PinReports
  readonly #originals: Originals
  readonly #scan: ToolScan
  readonly #placeOf: PlaceReader
  /** Reads the store: what was trusted up to now, by any process. */
  readonly #load: () => Promise<void>
  /** Tools whose current definition was compared. */
  readonly #judged = new Set<string>()
  /** Tools that changed and are still to be compared, with their previous definitions. */
  readonly #queue = new SlicedQueue<Tool | undefined>({
    prepare: () => this.#scan.prepare(),
    look: (id, previous) => {
      const pin = this.#judge(id, previous)
      return pin?.state === 'new' && pin.changed.length === 0
    },
    onEnd: (tools) => {
      if (tools.length > 0) this.#deps.emit({ type: 'toolsPinned', tools })
      this.#lookAtNamesakes()
    },
  })
  #revision = 0
  /** Version of the index up to which changes were heard of. */
  #heard: number

  /** Follows every change of the tools from now on. */
  constructor(deps: ToolGuardDeps) {
    requireKnownMembers('the pins of a gateway', deps.options, ['mode', 'newTools', 'store'])
    const { discovery, emit, clock } = deps
    const { store, ...options } = deps.options
    this.#deps = deps
    this.#pins = createPins({ ...options, now: () => Math.round(clock.now()) })
    this.#reports = new PinReports(emit, deps.observer)
    const heard = { onTrusted: this.#trust, onFailure: this.#reports.notKept }
    this.#kept = new KeptPins(discovery, this.#pins, { store, ...heard })
    this.#placeOf = createPlaceReader(discovery, deps.servers)
    this.#originals = new Originals(deps, this.#pins)
    this.#scan = new ToolScan(deps.scan, discovery.index, this.#originals, emit)
    this.#load = createCoalescingRunner(() => this.#loadOnce())
    this.#isStrict = this.#pins.mode === 'block' || this.#pins.newTools === 'hold' || deps.scan !== 'report'
    this.#heard = discovery.index.version
    inSlices(discovery.index).beforeCommit((tools, slices) => this.#scan.lookAhead(tools, slices))
    discovery.onChange((event) => this.#follow(event))
  }

  /** Whether any tool is quarantined, or may be. */
  get isEnforced(): boolean {
    return this.#isStrict || this.#pins.holdsAny
  }

  /** Whether a tool is hidden from every principal. */
  holds(tool: ToolSummary): boolean {
    if (this.#pins.mode === 'record' && !this.#isStrict) return false
    if (!isForeign(tool)) return false
    this.#catchUp(tool.id)
    if (this.#kept.isLoaded && this.#queue.waiting.has(tool.id)) this.#queue.take(tool.id)
    if (!this.#isStrict) return this.#pins.holdsAny && this.#pins.quarantines(tool.id)
    if (!this.#kept.isLoaded) return true
    // A tool from a store, or one that another listener sees before this guard does.
    if (!this.#judged.has(tool.id)) this.#queue.take(tool.id)
    return !this.#judged.has(tool.id) || this.#pins.quarantines(tool.id)
  }

  /** A tool as a model may be shown it: one whose texts give orders, and was not approved, without its texts. */
  shown(found: RegisteredTool): RegisteredTool {
    if (!isForeign(found)) return found
    this.#catchUp(found.summary.id)
    return this.#scan.shown(found, this.#pins)
  }

  /** What the texts of a tool are suspected of, unless somebody approved it. */
  readonly suspicionOf = (found: RegisteredTool): ToolSuspicion | undefined =>
    this.#scan.suspicionOf(found, this.#pins)

  /** Takes in what a server listed, before it is read. */
  async read(server: string, definitions: readonly unknown[]): Promise<void> {
    const { replicaOf } = this.#deps.servers.get(server)?.server.config ?? {}
    this.#lookAgain(await this.#scan.raw.keep(server, definitions, replicaOf))
  }

  /** Another number whenever another set of tools is quarantined. */
  get revision(): number {
    return this.#revision
  }

  /** Resolves when the trusted definitions are read. Rejects as the store does where tools may be quarantined. */
  async ready(): Promise<void> {
    if (this.#kept.isLoaded) return
    try {
      await this.#load()
    } catch (error) {
      if (this.isEnforced) throw error
      this.#reports.notKept(error)
    }
  }

  /** Compares tools that were listed and did not change. */
  listed(ids: readonly string[]): void {
    this.#judgeAll(ids.filter((id) => !this.#judged.has(id)).map((id) => [id, undefined]))
    // Another process may have approved it.
    if (this.isEnforced && this.#kept.isDurable && ids.some((id) => this.#pins.quarantines(id)))
      this.#load().catch(() => {})
  }

  /** Those of the tools that changed since somebody trusted them. */
  changed(ids: readonly string[]): readonly string[] {
    if (this.#kept.isLoaded) for (const id of ids) if (this.#queue.waiting.has(id)) this.#queue.take(id)
    return ids.filter((id) => {
      const pin = this.#pins.get(id)
      return pin?.state === 'changed' && isWaiting(pin)
    })
  }

  async pins(): Promise<readonly GatewayPin[]> {
    await this.#load()
    return this.#scan.withFindings(this.#pins.list())
  }

  async approve(wanted: readonly (ToolReference | PinApproval)[]): Promise<ApprovalReport> {
    await this.#load()
    const { discovery } = this.#deps
    const see = (id: string): void => void (this.isEnforced && !this.#judged.has(id) && this.#judge(id))
    const onApproved = (id: string): void => this.#reports.approved(id)
    const report = approvePins(wanted, { discovery, pins: this.#pins, see, onApproved })
    this.#trust(report.approved)
    await this.#kept.save()
    return report
  }

  /** Saves the pins. Never rejects. */
  async flush(): Promise<void> {
    await this.#queue.underWay
    await this.#kept.flush()
  }

  /** Reports definitions that are trusted from now on, here or in another process. */
  readonly #trust = (ids: readonly string[]): void => {
    const tools = ids.filter((id) => this.#pins.get(id)?.state === 'pinned')
    if (tools.length > 0) this.#deps.emit({ type: 'toolsApproved', tools: Object.freeze(tools) })
    this.#originals.approved(ids)
    this.#lookAtNamesakes()
    this.#changeRevision()
  }

  /** Looks again at tools that may imitate one that is trusted since. */
  #lookAtNamesakes(): void {
    const ids = this.#originals.takeNamesakes()
    if (ids.length === 0) return
    this.#lookAgain(ids)
    this.#judgeAll(ids.map((id) => [id, undefined]))
  }

  #changeRevision(): void {
    this.#revision += 1
    this.#deps.onRevision()
  }

  /** A tool may have changed, and this is asked by a listener that hears of changes before. */
  #catchUp(id: string): void {
    if (this.#deps.discovery.index.version === this.#heard) return
    this.#lookAgain([id])
  }

  #lookAgain(ids: readonly string[]): void {
    for (const id of ids) this.#judged.delete(id)
    this.#scan.lookAgain(ids)
  }

  #follow({ version, changes }: ChangeEvent): void {
    this.#heard = version
    const seen = new Map<string, Tool | undefined>()
    for (const change of changes) {
      if (change.type === 'refreshed') continue
      this.#judged.delete(change.id)
      this.#scan.forget(change.id)
      this.#queue.waiting.delete(change.id)
      if (change.type === 'removed') {
        seen.delete(change.id)
        this.#pins.removed(change.tool)
      } else seen.set(change.id, change.type === 'updated' ? change.previous : undefined)
    }
    this.#judgeAll(seen)
  }

  #judgeAll(tools: Iterable<readonly [string, Tool | undefined]>): void {
    for (const [id, previous] of tools)
      if (!this.#queue.waiting.has(id)) this.#queue.waiting.set(id, previous)
    if (this.#kept.isLoaded) this.#queue.run()
  }

  /** Compares a tool with its pin. Returns the pin when something about it changed. */
  #judge(id: string, previous?: Tool): ToolPin | undefined {
    const found = this.#deps.discovery.index.get(id)
    if (found === undefined || !isForeign(found)) return undefined
    const isSuspect = this.#scan.isSuspect(found)
    const server = this.#placeOf(found.backends)
    if (server === undefined) return undefined
    const before = this.#pins.quarantines(id)
    const otherTools = this.#scan.othersOf(found.tool.namespace)
    const pin = this.#pins.see(found.tool, { server, previous, isSuspect, otherTools })
    this.#judged.add(id)
    this.#originals.add(found.summary)
    if (this.#pins.get(id) === undefined) this.#reports.full(id)
    if (pin === undefined) return undefined
    if (this.#pins.quarantines(id) !== before) this.#revision += 1
    this.#reports.changed(pin, found)
    this.#kept.saveSoon()
    return pin
  }

  async #loadOnce(): Promise<void> {
    const before = this.#quarantined()
    await this.#kept.load()
    this.#judgeAll([])
    await this.#queue.underWay
    if (this.#quarantined() !== before) this.#changeRevision()
  }

  /** The tools that are quarantined now, as one text to compare. */
  #quarantined(): string {
    if (!this.isEnforced || !this.#kept.isLoaded) return ''
    return JSON.stringify(this.#pins.list().flatMap(({ id, isQuarantined }) => (isQuarantined ? id : [])))
  }
}
