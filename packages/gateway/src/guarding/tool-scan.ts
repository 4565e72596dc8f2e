import type { Discovery } from '@toolscout/discovery'
import type { ToolSuspicion } from '@toolscout/discovery/internal'
import { type Pins, readToolNames, scanDefinition, type ToolPin } from '@toolscout/guard'
import {
  addImitation,
  namesOfOthers,
  type PoisonReport,
  sayFinding,
  type ToolNames,
} from '@toolscout/guard/internal'
import type { RegisteredTool } from '@toolscout/index'
import type { Tool, ToolSummary } from '@toolscout/model'
import { groupBy, type Slices } from '@toolscout/model/internal'
import type { GatewayEvent } from '../gateway-event.ts'
import type { GatewayPin, ScanMode } from './guard-options.ts'
import type { Originals } from './originals.ts'
import { RawDefinitions } from './raw-definitions.ts'
import { withhold } from './withheld.ts'

const NO_FINDINGS: GatewayPin['findings'] = Object.freeze([])

/** Looks through definitions for texts that give orders, and emits what it finds. */
export class ToolScan {
  readonly raw: RawDefinitions = new RawDefinitions()
  readonly #mode: ScanMode
  readonly #index: Discovery['index']
  readonly #originals: Originals
  readonly #emit: (event: GatewayEvent) => void
  /** Tools that were looked through. */
  readonly #looked = new Set<string>()
  /** Those of them that are not clean, or were not when they were looked at last. */
  readonly #reports = new Map<string, PoisonReport>()
  /** Of definitions that were looked through before they could be read. */
  readonly #ahead = new WeakMap<Tool, PoisonReport>()
  /** The names of all tools, and those of the others for each namespace; read once for all tools of a listing. */
  #known = { version: -1, all: readToolNames([]), byNamespace: new Map<string, ToolNames>() }

  constructor(
    mode: ScanMode,
    index: Discovery['index'],
    originals: Originals,
    emit: (event: GatewayEvent) => void,
  ) {
    this.#mode = mode
    this.#index = index
    this.#originals = originals
    this.#emit = emit
  }

  /** Looks through tools that are about to be registered, in slices, so that none can be read before. */
  async lookAhead(tools: readonly RegisteredTool[], slices: Slices): Promise<void> {
    const foreign = tools.filter(isForeign)
    for (const [namespace, own] of groupBy(foreign, ({ tool }) => tool.namespace)) {
      const names = readToolNames(own.map(({ summary }) => summary.name))
      const others = namesOfOthers(this.othersOf(namespace), names)
      for (const found of own) {
        this.#ahead.set(found.tool, this.#scan(found, others))
        if (slices.isOver()) await slices.next()
      }
    }
  }

  /** What is found in a tool; `undefined` for nothing. Looks it through where that was not done yet, and emits what is new. */
  reportOf(found: RegisteredTool): PoisonReport | undefined {
    // The summary: a stored definition would have to be read.
    const { id, namespace } = found.summary
    const before = this.#reports.get(id)
    if (this.#looked.has(id)) return before
    const texts = this.#ahead.get(found.tool) ?? this.#scan(found, this.othersOf(namespace))
    const original = this.#originals.imitatedBy(found)
    const report = original === undefined ? texts : addImitation(texts, original)
    this.#looked.add(id)
    this.#reports.delete(id)
    const { level, score, findings } = report
    if (level === 'clean') return undefined
    this.#reports.set(id, report)
    if (before?.score !== score) this.#emit({ type: 'toolSuspected', tool: id, level, score, findings })
    return report
  }

  /** A tool without its texts if these are poisoned and it was not approved. */
  shown(found: RegisteredTool, pins: Pick<Pins, 'get'>): RegisteredTool {
    const report = this.reportOf(found)
    if (report?.level !== 'poisoned' || pins.get(found.summary.id)?.state === 'pinned') return found
    return withhold(found, report)
  }

  /** What is found in a tool, in words, unless it was approved. */
  suspicionOf(found: RegisteredTool, pins: Pick<Pins, 'get'>): ToolSuspicion | undefined {
    if (!isForeign(found) || pins.get(found.summary.id)?.state === 'pinned') return undefined
    const { level = 'clean', findings = NO_FINDINGS } = this.reportOf(found) ?? {}
    if (level === 'clean') return undefined
    return Object.freeze({ level, findings: Object.freeze(findings.map(sayFinding)) })
  }

  /** Whether a tool waits for approval for what it says. */
  isSuspect(found: RegisteredTool): boolean {
    const level = this.reportOf(found)?.level
    return (
      level !== undefined && (this.#mode === 'quarantine' || (this.#mode === 'hide' && level === 'poisoned'))
    )
  }

  /** Pins with what was found in their tools when they were looked at last. */
  withFindings(pins: readonly ToolPin[]): readonly GatewayPin[] {
    return Object.freeze(
      pins.map((pin) => {
        const { level = 'clean', findings = NO_FINDINGS } = this.#reports.get(pin.id) ?? {}
        return Object.freeze({ ...pin, level, findings })
      }),
    )
  }

  /** What tools say is to be looked through again. */
  lookAgain(ids: readonly string[]): void {
    for (const id of ids) this.#looked.delete(id)
  }

  forget(id: string): void {
    this.#looked.delete(id)
    this.#reports.delete(id)
  }

  /** Looks through a definition as its server listed it. */
  #scan({ tool, backends }: RegisteredTool, otherTools: ToolNames): PoisonReport {
    const servers = backends.flatMap((backend) => (backend.kind === 'mcp' ? backend.server : []))
    const [listed = tool] = servers.flatMap((server) => this.raw.get(tool.id, server) ?? [])
    return scanDefinition(listed, { otherTools })
  }

  /** Reads the names of all tools, if any changed since they were read. */
  prepare(): void {
    const index = this.#index
    if (this.#known.version === index.version) return
    const all = readToolNames(index.list().map(({ summary }) => summary.name))
    this.#known = { version: index.version, all, byNamespace: new Map() }
  }

  /** Names of the tools of all other servers. */
  othersOf(namespace = ''): ToolNames {
    this.prepare()
    const index = this.#index
    const { all, byNamespace } = this.#known
    const before = byNamespace.get(namespace)
    if (before !== undefined) return before
    const own = index.list({ namespaces: [namespace] }).map(({ summary }) => summary.name)
    const others = namesOfOthers(all, readToolNames(own))
    byNamespace.set(namespace, others)
    return others
  }
}

/** Whether a tool is defined outside this process. */
export function isForeign({ backends }: Pick<ToolSummary, 'backends'>): boolean {
  return backends.some(({ kind }) => kind !== 'local')
}
