import type { Analyzer } from '../analysis/analyzer.ts'
import { nameKey } from '../analysis/split-words.ts'
import { rootsOf } from '../analysis/tokens.ts'
import { TextTable } from '../kernel/text-table.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import { DocIdLists } from './doc-id-lists.ts'

/** Which server each tool is of. */
export class Servers {
  readonly #analyzer: Analyzer
  readonly #tools: DocIdLists<TextTable>
  // By server, read when they are first asked for: the root terms of its name, and its key.
  #roots: (readonly string[] | undefined)[] = []
  #keys: (string | undefined)[] = []

  constructor(analyzer: Analyzer, saved?: SectionReader) {
    this.#analyzer = analyzer
    this.#tools = new DocIdLists(new TextTable(saved), saved)
  }

  place(docId: number, namespace: string): void {
    this.remove(docId)
    if (namespace !== '') this.#tools.add(docId, namespace)
  }

  remove(docId: number): void {
    const servers = this.#tools.keys.size
    this.#tools.remove(docId)
    if (this.#tools.keys.size === servers) return
    this.#roots = []
    this.#keys = []
  }

  /** The number of a tool's server; `undefined` for a tool without one. */
  serverOf(docId: number): number | undefined {
    return this.#tools.keyOf(docId)
  }

  /** The key of the name of a tool's server, see `nameKey`; empty for a tool without one. */
  keyOf(docId: number): string {
    const server = this.serverOf(docId)
    if (server === undefined) return ''
    this.#keys[server] ??= nameKey(this.#tools.keys.textOf(server))
    return this.#keys[server]
  }

  /** Whether the query, by its root terms, names the server of a tool. */
  isAskedFor(docId: number, query: ReadonlyMap<string, number>): boolean {
    const server = this.serverOf(docId)
    if (server === undefined) return false
    this.#roots[server] ??= rootsOf(this.#analyzer.analyze(this.#tools.keys.textOf(server)))
    const roots = this.#roots[server]
    return roots.length > 0 && roots.every((root) => query.has(root))
  }

  /** Servers of a catalog of this many tools, each tool without one counted as one. */
  count(tools: number): number {
    return this.#tools.keys.size + tools - this.#tools.size
  }

  /** Writes all there is. */
  save(out: SectionWriter): void {
    this.#tools.save(out)
  }
}

/** What {@link Prerequisites} looks at. */
export interface LinkedTool {
  /** The root terms of its name, in order. */
  readonly nameRoots: readonly string[]
  readonly namespace: string
  /** Names of the arguments every call must have. */
  readonly required: readonly string[]
}

/** Words of names of tools that find things by other things than their identifier. */
const PRODUCING = ['search', 'find', 'list', 'lookup', 'query']
const IDENTIFIERS = ['id', 'ids', 'identifier']

/**
 * Which tools supply what others need: a tool whose call needs a `movie_id` is of no use without the one that
 * searches movies, so the one leads to the other within a server.
 */
export class Prerequisites {
  readonly #rootsIn: (text: string) => readonly string[]
  readonly #producing: ReadonlySet<string>
  readonly #identifiers: ReadonlySet<string>
  // By server and thing: the tools that find it, and those that need its identifier.
  readonly #producers: DocIdLists<TextTable>
  readonly #consumers: DocIdLists<TextTable>

  constructor(analyzer: Analyzer, saved?: SectionReader) {
    this.#rootsIn = (text) => rootsOf(analyzer.analyze(text))
    this.#producing = new Set(PRODUCING.flatMap(this.#rootsIn))
    this.#identifiers = new Set(IDENTIFIERS.flatMap(this.#rootsIn))
    this.#producers = new DocIdLists(new TextTable(saved), saved)
    this.#consumers = new DocIdLists(new TextTable(saved), saved)
  }

  place(docId: number, { nameRoots, namespace, required }: LinkedTool): void {
    this.remove(docId)
    if (namespace === '') return
    const needs = new Set(required.flatMap((argument) => this.#thingOf(argument)))
    for (const thing of needs) this.#consumers.add(docId, `${namespace}|${thing}`)
    if (!nameRoots.some((root) => this.#producing.has(root))) return
    for (const thing of new Set(nameRoots)) {
      // A tool that needs the identifier of a thing does not produce it.
      const isProduced = !this.#producing.has(thing) && !needs.has(thing)
      if (isProduced) this.#producers.add(docId, `${namespace}|${thing}`)
    }
  }

  remove(docId: number): void {
    this.#producers.remove(docId)
    this.#consumers.remove(docId)
  }

  /** The tools that find what a tool's required arguments identify, each once; never the tool itself. */
  producersFor(docId: number): readonly number[] {
    const { keys } = this.#consumers
    const needs = this.#consumers.keysOf(docId)
    return [...new Set(needs.flatMap((need) => this.#producers.docIdsOf(keys.textOf(need))))]
  }

  /** Writes all there is. */
  save(out: SectionWriter): void {
    this.#producers.save(out)
    this.#consumers.save(out)
  }

  /** What an argument identifies: `movie` of `movie_id`. */
  #thingOf(argument: string): readonly string[] {
    const roots = this.#rootsIn(argument)
    const place = roots.findIndex((root) => this.#identifiers.has(root))
    return place > 0 ? [roots[place - 1] as string] : []
  }
}
