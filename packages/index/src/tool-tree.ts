import {
  type Backend,
  type CatalogRecord,
  compareIds,
  compileFilter,
  formatToolId,
  parseToolId,
  type Tool,
  type ToolFilter,
  type ToolSummary,
} from '@toolscout/model'
import { highestVersion, isToolId, quote, toToolSummary } from '@toolscout/model/internal'
import { SortedMap } from './sorted-map.ts'

/** A tool of the index with all that is known of it. Frozen. */
export interface RegisteredTool extends Omit<CatalogRecord, 'toolDoc'> {
  readonly summary: ToolSummary
}

/** What the index keeps of a tool. */
export function toRegisteredTool(tool: Tool, backends: readonly Backend[], notes: string): RegisteredTool {
  const frozen = Object.freeze([...backends])
  return Object.freeze({ tool, backends: frozen, summary: toToolSummary(tool, frozen), notes })
}

/** Tools by id. */
export interface Tools {
  readonly size: number
  /** @throws TypeError when the id is no text. */
  readonly get: (id: string) => RegisteredTool | undefined
  /** In ascending order of id; with `after`, only ids behind it. */
  readonly values: (after?: string) => Iterable<RegisteredTool>
  /** Tools whose id starts with `prefix`, in ascending order. */
  readonly withPrefix: (prefix: string) => Iterable<RegisteredTool>
}

/** The tools of an index. */
export interface ToolTree extends Tools {
  /** Sets a tool, or with `undefined` removes it. */
  readonly set: (id: string, tool: RegisteredTool | undefined) => void
  /** All tools, in no order. */
  readonly all: () => Iterable<RegisteredTool>
  /** Prepares a change, a tool or `undefined` for one that goes, that nothing shows before it is committed. */
  readonly stage: (id: string, tool: RegisteredTool | undefined) => void
  /** Carries out all that is staged, in constant time. Ids that were set since they were staged must be staged again. */
  readonly commit: () => void
  /** Forgets what is staged. */
  readonly unstage: () => void
  /** Puts one committed change where it stays; false when there is none left. */
  readonly settle: () => boolean
  /** The tools as they are now, at once: memory is shared until the tree changes. */
  readonly copy: () => Tools
}

type Tree = SortedMap<RegisteredTool>

/**
 * Creates an empty {@link ToolTree}: a sorted map next to a plain one, since every hit of a search is looked up and a sorted
 * one takes a dozen comparisons. It is made when the order is first needed.
 */
export const createToolTree = (): ToolTree => new StagedToolTree()

type ToolChanges = Map<string, RegisteredTool | undefined>

class StagedToolTree implements ToolTree {
  readonly #byId = new Map<string, RegisteredTool>()
  #tree: Tree | undefined
  #staged: ToolChanges = new Map()
  /** How many tools more there are once what is staged is committed. */
  #growth = 0
  /** Committed, but not yet in map and tree. */
  #front: ToolChanges = new Map()
  #unsettled = this.#front.entries()
  readonly #sorted = inOrder(() => this.#ordered())
  readonly values: Tools['values'] = this.#sorted.values
  readonly withPrefix: Tools['withPrefix'] = this.#sorted.withPrefix
  readonly copy = (): Tools => {
    const copy = this.#ordered().clone()
    return inOrder(() => copy)
  }
  size = 0

  readonly get = (id: string): RegisteredTool | undefined => {
    const key = checkId(id)
    return this.#front.size > 0 && this.#front.has(key) ? this.#front.get(key) : this.#byId.get(key)
  }

  all(): Iterable<RegisteredTool> {
    while (this.settle());
    return this.#byId.values()
  }

  set(id: string, tool: RegisteredTool | undefined): void {
    this.size += Number(tool !== undefined) - Number(this.get(id) !== undefined)
    this.#front.delete(id)
    this.#put(id, tool)
  }

  stage(id: string, tool: RegisteredTool | undefined): void {
    const before = (this.#staged.has(id) ? this.#staged : this).get(id)
    this.#growth += Number(tool !== undefined) - Number(before !== undefined)
    this.#staged.set(id, tool)
  }

  commit(): void {
    while (this.settle());
    this.size += this.#growth
    this.#front = this.#staged
    this.#unsettled = this.#front.entries()
    this.unstage()
  }

  unstage(): void {
    ;[this.#staged, this.#growth] = [new Map(), 0]
  }

  settle(): boolean {
    const { value } = this.#unsettled.next()
    if (value === undefined) this.#front = new Map()
    else this.#put(...value)
    return value !== undefined
  }

  #put(id: string, tool: RegisteredTool | undefined): void {
    for (const all of [this.#tree, this.#byId])
      void (tool === undefined ? all?.delete(id) : all?.set(id, tool))
  }

  #ordered(): Tree {
    while (this.settle());
    this.#tree ??= new SortedMap([...this.#byId].sort(([a], [b]) => compareIds(a, b)))
    return this.#tree
  }
}

function inOrder(tree: () => Tree): Tools {
  return {
    get size() {
      return tree().size
    },
    get: (id) => tree().get(checkId(id)),
    *values(after) {
      for (const [id, tool] of tree().entries(after)) if (id !== after) yield tool
    },
    *withPrefix(prefix) {
      for (const [id, tool] of tree().entries(prefix)) {
        if (!id.startsWith(prefix)) return
        yield tool
      }
    },
  }
}

function checkId(id: string): string {
  if (typeof id !== 'string') throw new TypeError(`The id of a tool is a text, not ${quote(id)}.`)
  return id
}

/** The index as it was at one moment; later changes do not reach it. Costs nothing to take. */
export interface ToolIndexSnapshot {
  /** Version of the index it was taken from. */
  readonly version: number
  /** Tools there are. */
  readonly size: number
  /** The tool with exactly this id. */
  readonly get: (id: string) => RegisteredTool | undefined
  /** The tool a reference means: exactly its id, else its highest version. */
  readonly resolve: (reference: string, options?: ResolveOptions) => RegisteredTool | undefined
  /** All tools that pass, by id. */
  readonly list: (filter?: ToolFilter) => readonly RegisteredTool[]
  /** Every namespace that has a tool, in ascending order; `''` for tools without one. */
  readonly namespaces: () => readonly string[]
}

/** A snapshot of tools that do not change any more. */
export function createSnapshot(tools: Tools, version: number): ToolIndexSnapshot {
  return Object.freeze({
    version,
    size: tools.size,
    get: tools.get,
    resolve: (reference, options) => resolveTool(tools, reference, options),
    list: (filter) => listTools(tools, filter),
    namespaces: () => listNamespaces(tools),
  } satisfies ToolIndexSnapshot)
}

/** The tools that pass, in ascending order of id: behind the id `after`, at most `count`. */
export function listTools(
  tools: Tools,
  filter: ToolFilter | undefined,
  {
    after,
    count = Number.POSITIVE_INFINITY,
  }: { readonly after?: string | undefined; readonly count?: number } = {},
): readonly RegisteredTool[] {
  const passes = compileFilter(filter)
  const found: RegisteredTool[] = []
  for (const tool of tools.values(after))
    if (found.length >= count) break
    else if (passes(tool.summary)) found.push(tool)
  return Object.freeze(found)
}

/** Every namespace that has a tool, in ascending order; `''` for tools without one. */
export function listNamespaces(tools: Tools): readonly string[] {
  const namespaces = new Set([...tools.values()].map(({ summary }) => summary.namespace ?? ''))
  return Object.freeze([...namespaces].sort(compareIds))
}

/** Options of `resolve`. */
export interface ResolveOptions {
  /** Only versions in this range count, see `parseVersionRange`. Default: every version. */
  readonly range?: string | undefined
}

/**
 * Finds the tool a reference means: the tool with exactly this id; else, for a reference without a version, the
 * highest version of that tool, by semver. With a range, the highest version in it. `undefined` when there is none.
 *
 * @throws InvalidVersionError `INVALID_VERSION` when the range cannot be read.
 */
export function resolveTool(
  tools: Tools,
  reference: string,
  options: ResolveOptions = {},
): RegisteredTool | undefined {
  const exact = tools.get(reference)
  if (options.range === undefined && exact !== undefined) return exact
  if (!isToolId(reference)) return undefined
  const id = parseToolId(reference)
  if (id.version !== undefined)
    return options.range === undefined ? undefined : inRange([exact], options.range)
  const prefix = formatToolId({ ...id, version: 'v' }).slice(0, -1)
  return inRange([...tools.withPrefix(prefix)], options.range)
}

function inRange(
  candidates: readonly (RegisteredTool | undefined)[],
  range: string | undefined,
): RegisteredTool | undefined {
  const byVersion = new Map(candidates.map((candidate) => [candidate?.summary.version ?? '', candidate]))
  byVersion.delete('')
  return byVersion.get(highestVersion(byVersion.keys(), range) ?? '')
}
