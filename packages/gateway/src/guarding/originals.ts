import type { Discovery } from '@toolscout/discovery'
import type { Pins } from '@toolscout/guard'
import { foldName, isImitation, type ToolOfServer } from '@toolscout/guard/internal'
import type { RegisteredTool } from '@toolscout/index'
import type { ToolSummary } from '@toolscout/model'
import type { ToolGuardDeps } from './guard-deps.ts'

/** Tools of servers that somebody trusts, and which other tools imitate them. */
export class Originals {
  readonly #index: Discovery['index']
  /** Whether somebody approved a tool, or trusts its server. */
  readonly #isTrusted: (tool: ToolSummary) => boolean
  /** Ids by name, however its words are joined. */
  readonly #byName = new Map<string, Set<string>>()
  /** Names whose tools are to be looked at again. */
  readonly #fresh = new Set<string>()
  /** Names of the tools of each server, read once for every version. */
  #names = { version: -1, byNamespace: new Map<string, readonly string[]>() }

  constructor({ discovery, servers }: Pick<ToolGuardDeps, 'discovery' | 'servers'>, pins: Pick<Pins, 'get'>) {
    this.#index = discovery.index
    this.#isTrusted = ({ id, namespace = '' }) =>
      servers.get(namespace)?.settings.trusted === true || pins.get(id)?.state === 'pinned'
  }

  /** Takes in a tool that was compared, if it is trusted. */
  add(summary: ToolSummary): void {
    if (!this.#isTrusted(summary)) return
    const name = foldName(summary.name)
    const known = this.#byName.get(name) ?? new Set()
    if (known.has(summary.id)) return
    this.#byName.set(name, known.add(summary.id))
    this.#fresh.add(name)
  }

  /** Takes in tools that were just approved; neither do they imitate others from now on. */
  approved(ids: readonly string[]): void {
    for (const id of ids) {
      const summary = this.#index.get(id)?.summary
      if (summary === undefined) continue
      this.add(summary)
      this.#fresh.add(foldName(summary.name))
    }
  }

  /** Ids of the tools that have the name of one that was taken in since this was asked last. */
  takeNamesakes(): readonly string[] {
    if (this.#fresh.size === 0) return []
    const names = new Set(this.#fresh)
    this.#fresh.clear()
    return this.#index.list().flatMap(({ summary }) => (names.has(foldName(summary.name)) ? summary.id : []))
  }

  /** The id of the trusted tool that a tool imitates. */
  imitatedBy({ summary, tool }: RegisteredTool): string | undefined {
    if (this.#byName.size === 0) return undefined
    const ids = this.#byName.get(foldName(summary.name))
    if (ids === undefined || this.#isTrusted(summary)) return undefined
    const compared = this.#ofServer(summary, tool.description)
    for (const id of ids) {
      const other = this.#index.get(id)
      if (other === undefined || !this.#isTrusted(other.summary)) continue
      if (isImitation(compared, this.#ofServer(other.summary, other.tool.description))) return id
    }
    return undefined
  }

  #ofServer({ name, namespace = '' }: ToolSummary, description: string | undefined): ToolOfServer {
    const { version } = this.#index
    if (this.#names.version !== version) this.#names = { version, byNamespace: new Map() }
    const { byNamespace } = this.#names
    const names =
      byNamespace.get(namespace) ??
      this.#index.list({ namespaces: [namespace] }).map(({ summary }) => summary.name)
    byNamespace.set(namespace, names)
    return { server: namespace, name, description, names }
  }
}
