import type { Discovery } from '@toolscout/discovery'
import type { ToolReference } from '@toolscout/discovery/internal'
import { createPins, type ToolPin } from '@toolscout/guard'
import type { RegisteredTool } from '@toolscout/index'
import {
  type Clock,
  type Degradation,
  type Observer,
  type Tool,
  ToolNotFoundError,
  type ToolSummary,
} from '@toolscout/model'
import { messageOf, observeFact, quote, requireKnownMembers } from '@toolscout/model/internal'
import { PinStaleError } from '../errors.ts'
import type { GatewayEvent } from '../gateway-event.ts'
import type { Servers } from '../servers/servers.ts'
import { createFullTeller } from './full-pins.ts'
import type { ApprovalReport, GatewayPin, GatewayPinOptions, PinApproval, ScanMode } from './guard-options.ts'
import { createKeptPins } from './kept-pins.ts'
import { createRunner } from './run-anew.ts'
import { createPlaceReader } from './server-places.ts'
import { createToolScan } from './tool-scan.ts'

/** Most tools that a search names as changed. */
const MAX_TOLD = 3
const MEMBERS = ['mode', 'newTools', 'maxServerPins', 'store']

/** Decides which definitions of servers may be shown and called. */
export interface ToolGuard {
  /** Whether any tool may be held. */
  readonly isEnforced: boolean
  /** Whether a tool exists for nobody. */
  readonly holds: (tool: ToolSummary) => boolean
  /** Another number whenever another set of tools is held. */
  readonly revision: () => number
  /** Resolves when it is known what was trusted before. Rejects as the store does where tools may be held. */
  readonly ready: () => Promise<void>
  /** Looks at tools that were listed and did not change. */
  readonly listed: (ids: readonly string[]) => void
  /** What is to be told beside hits among which there are changed tools. */
  readonly doubtsOf: (ids: readonly string[]) => readonly Degradation[]
  readonly pins: () => Promise<readonly GatewayPin[]>
  readonly approve: (wanted: readonly (ToolReference | PinApproval)[]) => Promise<ApprovalReport>
  /** Keeps all that is known. Never rejects. */
  readonly flush: () => Promise<void>
}

/** What a guard works with. */
export interface ToolGuardParts {
  readonly options: GatewayPinOptions
  readonly scan: ScanMode
  readonly discovery: Discovery
  readonly servers: Servers
  readonly emit: (event: GatewayEvent) => void
  readonly observer: Observer | undefined
  readonly clock: Clock
  /** The tools that exist are others, though none changed. */
  readonly onRevision: () => void
}

/** Creates a guard that follows every change of the tools from now on. */
export function createToolGuard(parts: ToolGuardParts): ToolGuard {
  const { discovery, emit, observer } = parts
  requireKnownMembers('the pins of a gateway', parts.options, MEMBERS)
  const { store, ...options } = parts.options
  const pins = createPins({ ...options, now: () => Math.round(parts.clock.now()) })
  const kept = createKeptPins(discovery, pins, { store, onTrusted: (ids) => tellTrusted(ids) })
  const placeOf = createPlaceReader(discovery, parts.servers)
  const scan = createToolScan(parts.scan, discovery, emit)
  const tellFull = createFullTeller(emit)
  const isEnforced = pins.mode === 'block' || pins.newTools === 'hold' || parts.scan === 'hold'
  /** Tools that were looked at as they are now. */
  const judged = new Set<string>()
  /** Tools that changed before it was known what was trusted, with what they were. */
  const waiting = new Map<string, Tool | undefined>()
  let revision = 0
  let isSaving = false

  const save = (): void => {
    if (isSaving || !kept.isDurable) return
    isSaving = true
    // Later, so that a whole listing is one batch.
    setImmediate(() => {
      isSaving = false
      kept.save().catch((error: unknown) => emit({ type: 'pinsNotKept', reason: messageOf(error) }))
    })
  }
  /** Somebody trusts definitions, here or in another process. */
  const tellTrusted = (ids: readonly string[]): void => {
    const tools = ids.filter((id) => pins.get(id)?.state === 'pinned')
    if (tools.length > 0) emit({ type: 'toolsApproved', tools: Object.freeze(tools) })
    revision += 1
    parts.onRevision()
  }
  const tell = (pin: ToolPin, { tool, backends }: RegisteredTool): void => {
    const backend = backends.find(({ kind }) => kind === 'mcp')
    const server = backend?.kind === 'mcp' ? backend.server : undefined
    observeFact(observer, () => ({ kind: 'pinChanged', tool: tool.id, state: pin.state, server }))
    const { id, digest, changed, isQuarantined } = pin
    if (pin.state === 'quarantined') emit({ type: 'toolHeld', tool: id, digest })
    else if (changed.length > 0) emit({ type: 'toolChanged', tool: id, digest, changed, isQuarantined })
  }
  /** Looks at a tool as it is now; gives its pin when something about it changed. */
  const judge = (id: string, previous?: Tool): ToolPin | undefined => {
    const found = discovery.index.get(id)
    if (found === undefined || !isForeign(found)) return undefined
    const server = placeOf(found.backends)
    if (server === undefined) return undefined
    const before = pins.quarantines(id)
    const pin = pins.see(found.tool, { server, previous, isSuspect: scan.isSuspect(found) })
    judged.add(id)
    if (pins.get(id) === undefined) tellFull(id)
    if (pin === undefined) return undefined
    if (pins.quarantines(id) !== before) revision += 1
    tell(pin, found)
    save()
    return pin
  }
  const judgeAll = (tools: Iterable<readonly [string, Tool | undefined]>): void => {
    const fresh = [...tools].flatMap(([id, previous]) => {
      if (!kept.isLoaded()) {
        if (!waiting.has(id)) waiting.set(id, previous)
        return []
      }
      const pin = judge(id, previous)
      return pin?.state === 'new' && pin.changed.length === 0 ? [id] : []
    })
    if (fresh.length > 0) emit({ type: 'toolsPinned', tools: Object.freeze(fresh) })
  }
  discovery.onChange(({ changes }) => {
    const seen = new Map<string, Tool | undefined>()
    for (const change of changes) {
      if (change.type === 'refreshed') continue
      judged.delete(change.id)
      scan.forget(change.id)
      if (change.type === 'removed') seen.delete(change.id)
      else seen.set(change.id, change.type === 'updated' ? change.previous : undefined)
    }
    judgeAll(seen)
  })
  const heldNow = (): string =>
    isEnforced && kept.isLoaded()
      ? JSON.stringify(pins.list().flatMap(({ id, isQuarantined }) => (isQuarantined ? id : [])))
      : ''
  const load = async (): Promise<void> => {
    const before = heldNow()
    await kept.load()
    judgeAll([...waiting])
    waiting.clear()
    if (heldNow() === before) return
    revision += 1
    parts.onRevision()
  }
  /** What was kept up to now, by whichever process. */
  const read = createRunner(load)
  const ready = async (): Promise<void> => {
    if (kept.isLoaded()) return
    try {
      await read()
    } catch (error) {
      if (isEnforced) throw error
      emit({ type: 'pinsNotKept', reason: messageOf(error) })
    }
  }
  const approveOne = (wanted: ToolReference | PinApproval): string | ApprovalReport['failures'][number] => {
    const id = discovery.get(wanted)?.tool.id ?? (typeof wanted === 'string' ? wanted : wanted.id)
    if (isEnforced && !judged.has(id)) judge(id)
    const pin = pins.get(id)
    if (pin === undefined) {
      const error = new ToolNotFoundError(`There is no tool ${quote(id)} that is watched.`, id)
      return Object.freeze({ id, error })
    }
    const { digest = pin.digest } = typeof wanted === 'string' ? pin : (wanted as PinApproval)
    if (digest !== pin.digest) return Object.freeze({ id, error: new PinStaleError(id) })
    if (pin.state !== 'pinned') {
      pins.approve(id)
      observeFact(observer, () => ({ kind: 'pinChanged', tool: id, state: 'pinned' }))
    }
    return id
  }

  return {
    isEnforced,
    holds: (tool) => {
      if (!isEnforced || !isForeign(tool)) return false
      if (!kept.isLoaded()) return true
      // What a store gave back, or a listener shows before it was our turn.
      if (!judged.has(tool.id)) judge(tool.id)
      return !judged.has(tool.id) || pins.quarantines(tool.id)
    },
    revision: () => revision,
    ready,
    listed: (ids) => {
      judgeAll(ids.filter((id) => !judged.has(id)).map((id) => [id, undefined]))
      // Somebody may have approved it elsewhere.
      if (isEnforced && kept.isDurable && ids.some(pins.quarantines)) read().catch(() => {})
    },
    doubtsOf: (ids) => {
      const changed = ids.map((id) => pins.get(id)).filter((pin) => pin?.state === 'changed')
      if (changed.length === 0) return []
      const named = changed.slice(0, MAX_TOLD).map((pin) => quote(pin?.id))
      const more = changed.length > MAX_TOLD ? ` and ${changed.length - MAX_TOLD} more` : ''
      const reason = `${named.join(', ')}${more} changed since somebody trusted them; the user has to approve that.`
      return [Object.freeze({ part: 'pins', reason })]
    },
    pins: async () => {
      await read()
      return Object.freeze(
        pins.list().map((pin) => Object.freeze({ ...pin, findings: scan.findingsOf(pin.id) })),
      )
    },
    approve: async (wanted) => {
      await read()
      const approved: string[] = []
      const failures: ApprovalReport['failures'][number][] = []
      for (const one of wanted) {
        const came = approveOne(one)
        if (typeof came === 'string') approved.push(came)
        else failures.push(came)
      }
      tellTrusted(approved)
      await kept.save()
      return Object.freeze({ approved: Object.freeze(approved), failures: Object.freeze(failures) })
    },
    flush: async () => {
      await kept.save().catch((error: unknown) => emit({ type: 'pinsNotKept', reason: messageOf(error) }))
    },
  }
}

/** Whether anybody but this process says what the tool is. */
function isForeign({ backends }: Pick<ToolSummary, 'backends'>): boolean {
  return backends.some(({ kind }) => kind !== 'local')
}
