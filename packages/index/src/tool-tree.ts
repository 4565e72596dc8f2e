import { type Backend, type CatalogRecord, compareIds, type Tool, type ToolSummary } from '@toolscout/model'
import { quote, toToolSummary } from '@toolscout/model/internal'
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
  /** In ascending order; with `after`, only those behind it. Nothing else is read of the tools. */
  readonly ids: (after?: string) => Iterable<string>
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
  /** Lets go of the definitions of tools that the store holds as they are. */
  readonly release: (ids: Iterable<string>) => void
}

/** Tools that are read from a store when they are asked for. */
export interface StoredTools {
  readonly ids: () => Iterable<string>
  /** A tool that is asked for by name; remembered. */
  readonly get: (id: string) => RegisteredTool
  /** A tool among many; remembered while there is room. */
  readonly view: (id: string) => RegisteredTool
  /** What is remembered of a tool is no longer what is stored. */
  readonly forget: (id: string) => void
}

/** Stands for a tool that is in the store alone. */
const STORED = Symbol('stored')
type Held = RegisteredTool | typeof STORED
type Tree = SortedMap<Held>

/**
 * Creates a {@link ToolTree} of the tools in a store, or an empty one: a sorted map next to a plain one, since every hit
 * of a search is looked up and a sorted one takes a dozen comparisons. It is made when the order is first needed.
 */
export const createToolTree = (stored?: StoredTools): ToolTree => new StagedToolTree(stored)

type KeptTools = Map<string, RegisteredTool>
type ToolChanges = Map<string, RegisteredTool | undefined>

class StagedToolTree implements ToolTree {
  readonly #stored: StoredTools | undefined
  #byId = new Map<string, Held>()
  /** Of each copy that is still used: what was stored when it was made and has changed since. */
  #copies: WeakRef<KeptTools>[] = []
  #tree: Tree | undefined
  #staged: ToolChanges = new Map()
  /** How many tools more there are once what is staged is committed. */
  #growth = 0
  /** Committed, but not yet in map and tree. */
  #front: ToolChanges = new Map()
  #unsettled = this.#front.entries()
  readonly #view = (id: string, held: Held): RegisteredTool =>
    held === STORED ? (this.#stored as StoredTools).view(id) : held
  readonly #sorted = inOrder(() => this.#ordered(), this.#view)
  readonly values: Tools['values'] = this.#sorted.values
  readonly withPrefix: Tools['withPrefix'] = this.#sorted.withPrefix
  readonly ids: Tools['ids'] = this.#sorted.ids
  readonly copy = (): Tools => {
    const copy = this.#ordered().clone()
    const kept: KeptTools = new Map()
    if (this.#stored !== undefined) this.#copies.push(new WeakRef(kept))
    return inOrder(
      () => copy,
      (id, held) => (held === STORED && kept.get(id)) || this.#view(id, held),
    )
  }
  size = 0

  constructor(stored: StoredTools | undefined) {
    this.#stored = stored
    for (const id of stored?.ids() ?? []) this.#byId.set(id, STORED)
    this.size = this.#byId.size
  }

  readonly get = (id: string): RegisteredTool | undefined => {
    const key = checkId(id)
    if (this.#front.size > 0 && this.#front.has(key)) return this.#front.get(key)
    const held = this.#byId.get(key)
    return held === STORED ? this.#stored?.get(key) : held
  };

  *all(): Iterable<RegisteredTool> {
    while (this.settle());
    for (const [id, held] of this.#byId) yield this.#view(id, held)
  }

  release(ids: Iterable<string>): void {
    if (this.#stored === undefined) return
    while (this.settle());
    for (const id of ids) if (this.#byId.has(id)) this.#put(id, STORED)
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
    const areFirst = this.#byId.size === 0 && this.#growth === this.#staged.size
    if (areFirst && this.#stored === undefined) {
      // They need not be moved.
      this.#byId = this.#staged as Map<string, Held>
      this.#tree = undefined
    } else {
      this.#front = this.#staged
      this.#unsettled = this.#front.entries()
    }
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

  #put(id: string, tool: Held | undefined): void {
    if (this.#copies.length > 0 && this.#byId.get(id) === STORED) this.#keep(id)
    this.#stored?.forget(id)
    if (tool === undefined) {
      this.#byId.delete(id)
      this.#tree?.delete(id)
    } else {
      this.#byId.set(id, tool)
      this.#tree?.set(id, tool)
    }
  }

  /** What is stored of a tool is about to be another: copies have it as it is. */
  #keep(id: string): void {
    const copies = this.#copies.filter((copy) => copy.deref() !== undefined)
    this.#copies = copies
    if (copies.length === 0) return
    const { tool, backends, notes } = this.#view(id, STORED)
    const kept = toRegisteredTool(tool, backends, notes)
    for (const copy of copies) {
      const tools = copy.deref()
      if (tools?.has(id) === false) tools.set(id, kept)
    }
  }

  #ordered(): Tree {
    while (this.settle());
    this.#tree ??= new SortedMap([...this.#byId].sort(([a], [b]) => compareIds(a, b)))
    return this.#tree
  }
}

function inOrder(tree: () => Tree, view: (id: string, held: Held) => RegisteredTool): Tools {
  return {
    get size() {
      return tree().size
    },
    get: (id) => {
      const held = tree().get(checkId(id))
      return held && view(id, held)
    },
    *values(after) {
      for (const [id, held] of tree().entries(after)) if (id !== after) yield view(id, held)
    },
    *withPrefix(prefix) {
      for (const [id, held] of tree().entries(prefix)) {
        if (!id.startsWith(prefix)) return
        yield view(id, held)
      }
    },
    *ids(after) {
      for (const [id] of tree().entries(after)) if (id !== after) yield id
    },
  }
}

function checkId(id: string): string {
  if (typeof id !== 'string') throw new TypeError(`The id of a tool is a text, not ${quote(id)}.`)
  return id
}
