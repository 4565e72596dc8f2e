import { atOnce } from '@toolscout/model/internal'
import type { Analyzer } from '../analysis/analyzer.ts'
import { nameKey } from '../analysis/split-words.ts'
import { rootsOf } from '../analysis/tokens.ts'
import { TextTable } from '../kernel/text-table.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import { DocIdLists } from './tools-by-key.ts'

/** Servers whose names hold a root term, and how many tools they have. */
interface ServersOfRoot {
  servers: number[]
  tools: number
}

/** A product has a name of three letters and more; its root ends in a mark. */
const SHORTEST_ROOT = 4
/** More servers than a product has are named after what they are about. */
const MOST_SERVERS = 20
/** Share of the tools with a word that must be of the servers called so. */
const LEAST_SHARE = 0.5

const NO_SERVERS: ReadonlyMap<number, number> = new Map()

/** Which server each tool is of. */
export class Servers {
  readonly #analyzer: Analyzer
  readonly #tools: DocIdLists<TextTable>
  // By server, read when they are first asked for: the root terms of its name, and its key.
  readonly #roots: (readonly string[] | undefined)[] = []
  readonly #keys: (string | undefined)[] = []
  /** Read when first asked for, and kept up to date from then on. */
  #byRoot: Map<string, ServersOfRoot> | undefined
  #changes = 0
  /** What `#byRoot` comes to while no tool came or went since it was saved. */
  #savedRoots: Uint8Array | undefined

  constructor(analyzer: Analyzer, saved?: SectionReader) {
    this.#analyzer = analyzer
    this.#tools = new DocIdLists(new TextTable(saved), saved)
    const roots = saved?.next(Uint8Array)
    if (roots !== undefined && roots.length > 0) this.#savedRoots = roots
  }

  place(docId: number, namespace: string): void {
    const before = this.serverOf(docId)
    // A tool that changes mostly stays with its server.
    if (before !== undefined && before === this.#tools.keys.find(namespace)) return
    this.remove(docId)
    if (namespace === '') return
    const servers = this.size
    this.#tools.add(docId, namespace)
    this.#count(this.serverOf(docId) as number, 1, this.size > servers)
  }

  remove(docId: number): void {
    const server = this.serverOf(docId)
    if (server === undefined) return
    const servers = this.size
    this.#count(server, -1)
    this.#tools.remove(docId)
    if (this.size === servers) return
    const byRoot = this.#byRoot
    for (const root of this.#roots[server] ?? []) {
      const found = byRoot?.get(root)
      if (found?.tools === 0) byRoot?.delete(root)
      else if (found !== undefined) found.servers = found.servers.filter((other) => other !== server)
    }
    this.#roots[server] = undefined
    this.#keys[server] = undefined
  }

  /** Counts tools of a server that came, or went, among those of the roots of its name. */
  #count(server: number, tools: number, isNew = false): void {
    this.#savedRoots = undefined
    this.#changes += 1
    if (this.#byRoot !== undefined) this.#countIn(this.#byRoot, server, tools, isNew)
  }

  #countIn(byRoot: Map<string, ServersOfRoot>, server: number, tools: number, isNew: boolean): void {
    for (const root of new Set(this.#rootsOf(server))) {
      const found = byRoot.get(root) ?? { servers: [], tools: 0 }
      byRoot.set(root, found)
      found.tools += tools
      if (isNew) found.servers.push(server)
    }
  }

  /** The number of a tool's server; `undefined` for a tool without one. */
  serverOf(docId: number): number | undefined {
    return this.#tools.keyOf(docId)
  }

  /** The key of the name of a tool's server, see `nameKey`; empty for a tool without one. */
  keyOf(docId: number): string {
    const server = this.serverOf(docId)
    return server === undefined ? '' : this.#keyAt(server)
  }

  #keyAt(server: number): string {
    this.#keys[server] ??= nameKey(this.#tools.keys.textOf(server))
    return this.#keys[server]
  }

  /** Servers there are. */
  get size(): number {
    return this.#tools.keys.size
  }

  /** Whether the key of a server holds another key. */
  isInKey(key: string): boolean {
    const { keys } = this.#tools
    for (let server = 0; server < keys.count; server += 1) {
      // Texts of removed servers may still be there.
      if (this.#keyAt(server).includes(key) && keys.find(keys.textOf(server)) === server) return true
    }
    return false
  }

  /** Whether the query, by its root terms, names the server of a tool. */
  isAskedFor(docId: number, query: ReadonlyMap<string, number>): boolean {
    const server = this.serverOf(docId)
    if (server === undefined) return false
    const roots = this.#rootsOf(server)
    return roots.length > 0 && roots.every((root) => query.has(root))
  }

  /**
   * The servers that words name, and how surely, above 0, at most 1: the share of the tools with the word that are of
   * servers called so. A word that stands in more tools of other servers names none.
   *
   * @param roots the root terms of the words.
   * @param frequencyOf tools that hold a term.
   */
  namedIn(roots: Iterable<string>, frequencyOf: (root: string) => number): ReadonlyMap<number, number> {
    let named: Map<number, number> | undefined
    for (const root of roots) {
      if (root.length < SHORTEST_ROOT) continue
      this.#byRoot ??= atOnce(this.#readRoots())
      const found = this.#byRoot.get(root)
      if (found === undefined || found.servers.length > MOST_SERVERS) continue
      const share = Math.min(1, found.tools / frequencyOf(root))
      if (share < LEAST_SHARE) continue
      named ??= new Map()
      for (const server of found.servers) named.set(server, Math.max(share, named.get(server) ?? 0))
    }
    return named ?? NO_SERVERS
  }

  #rootsOf(server: number): readonly string[] {
    this.#roots[server] ??= rootsOf(this.#analyzer.analyze(this.#tools.keys.textOf(server)))
    return this.#roots[server]
  }

  *#readRoots(): Generator<void, Map<string, ServersOfRoot>> {
    if (this.#savedRoots !== undefined) return new Map(JSON.parse(new TextDecoder().decode(this.#savedRoots)))
    const { keys } = this.#tools
    const byRoot = new Map<string, ServersOfRoot>()
    for (let server = 0; server < keys.count; server += 1) {
      const name = keys.textOf(server)
      // Texts of removed servers may still be there.
      if (name === '' || keys.find(name) !== server) continue
      this.#countIn(byRoot, server, this.#tools.docIdsOf(name).length, true)
      yield
    }
    return byRoot
  }

  /** Reads the names of all servers, so that they are saved as they were read; in vain where a tool comes or goes meanwhile. */
  *prepare(): Generator<void, void> {
    if (this.#savedRoots !== undefined) return
    const changes = this.#changes
    const byRoot = this.#byRoot ?? (yield* this.#readRoots())
    const texts: string[] = []
    for (const entry of byRoot) {
      texts.push(JSON.stringify(entry))
      yield
    }
    if (changes !== this.#changes) return
    this.#byRoot = byRoot
    this.#savedRoots = new TextEncoder().encode(`[${texts.join(',')}]`)
  }

  /** Writes all there is. */
  save(out: SectionWriter): void {
    this.#tools.save(out)
    out.addFixed(this.#savedRoots ?? new Uint8Array())
  }
}
