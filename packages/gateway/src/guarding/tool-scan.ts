import type { Discovery } from '@toolscout/discovery'
import { readToolNames, scanDefinition } from '@toolscout/guard'
import { namesOfOthers, type PoisonReport, type ToolNames } from '@toolscout/guard/internal'
import type { RegisteredTool } from '@toolscout/index'
import type { GatewayEvent } from '../gateway-event.ts'
import type { ScanMode } from './guard-options.ts'
import { RawDefinitions } from './raw-definitions.ts'

/** Looks through definitions for texts that give orders, and emits what it finds. */
export class ToolScan {
  readonly raw: RawDefinitions = new RawDefinitions()
  readonly #mode: ScanMode
  readonly #index: Discovery['index']
  readonly #emit: (event: GatewayEvent) => void
  /** Of tools that were looked through, those that are not clean. */
  readonly #reports = new Map<string, PoisonReport>()
  /** The names of all tools, and those of the others for each namespace; read once for all tools of a listing. */
  #known = { version: -1, all: readToolNames([]), byNamespace: new Map<string, ToolNames>() }

  constructor(mode: ScanMode, { index }: Pick<Discovery, 'index'>, emit: (event: GatewayEvent) => void) {
    this.#mode = mode
    this.#index = index
    this.#emit = emit
  }

  /** Looks through a definition as its server listed it. Returns whether the tool waits for approval for what it says. */
  isSuspect(found: RegisteredTool): boolean {
    const { tool, backends } = found
    const server = backends.find((backend) => backend.kind === 'mcp')?.server
    const definition = this.raw.get(tool.id, server) ?? tool
    const report = scanDefinition(definition, { otherTools: this.othersOf(tool.namespace) })
    const before = this.#reports.get(tool.id)
    this.forget(tool.id)
    const { level, score, findings } = report
    if (level === 'clean') return false
    this.#reports.set(tool.id, report)
    if (before?.score !== score) this.#emit({ type: 'toolSuspected', tool: tool.id, level, score, findings })
    return this.#mode === 'quarantine' || (this.#mode === 'hide' && level === 'poisoned')
  }

  /** What was found in a tool when it was looked at last; `undefined` for nothing. */
  reportOf(id: string): PoisonReport | undefined {
    return this.#reports.get(id)
  }

  forget(id: string): void {
    this.#reports.delete(id)
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
