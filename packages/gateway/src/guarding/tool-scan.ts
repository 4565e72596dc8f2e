import type { Discovery } from '@toolscout/discovery'
import { type PoisonFinding, readToolNames, scanDefinition } from '@toolscout/guard'
import { namesOfOthers, type ToolNames } from '@toolscout/guard/internal'
import type { RegisteredTool } from '@toolscout/index'
import type { GatewayEvent } from '../gateway-event.ts'
import type { ScanMode } from './guard-options.ts'

const NOTHING: readonly PoisonFinding[] = Object.freeze([])

/** Looks through definitions for texts that give orders, and emits what it finds. */
export class ToolScan {
  readonly #mode: ScanMode
  readonly #index: Discovery['index']
  readonly #emit: (event: GatewayEvent) => void
  readonly #findings = new Map<string, readonly PoisonFinding[]>()
  /** The names of all tools, and those of the others for each namespace; read once for all tools of a listing. */
  #known = { version: -1, all: readToolNames([]), byNamespace: new Map<string, ToolNames>() }

  constructor(mode: ScanMode, { index }: Pick<Discovery, 'index'>, emit: (event: GatewayEvent) => void) {
    this.#mode = mode
    this.#index = index
    this.#emit = emit
  }

  /** Whether the tool is to be held for what its texts say. */
  isSuspect({ tool }: RegisteredTool): boolean {
    if (this.#mode === 'off') return false
    const { level, score, findings } = scanDefinition(tool, { otherTools: this.#othersOf(tool.namespace) })
    this.forget(tool.id)
    if (level === 'clean') return false
    this.#findings.set(tool.id, findings)
    this.#emit({ type: 'toolSuspected', tool: tool.id, level, score, findings })
    return this.#mode === 'hold'
  }

  /** What was found in a tool when it was looked at last. */
  findingsOf(id: string): readonly PoisonFinding[] {
    return this.#findings.get(id) ?? NOTHING
  }

  forget(id: string): void {
    this.#findings.delete(id)
  }

  /** Reads the names of all tools, if any changed since they were read. */
  prepare(): void {
    const index = this.#index
    if (this.#mode === 'off' || this.#known.version === index.version) return
    const all = readToolNames(index.list().map(({ summary }) => summary.name))
    this.#known = { version: index.version, all, byNamespace: new Map() }
  }

  #othersOf(namespace = ''): ToolNames {
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
