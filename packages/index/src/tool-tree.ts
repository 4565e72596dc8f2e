import { type Backend, compareIds, type Tool } from '@toolscout/model'
import { CommonFacts, quote, type ToolFacts, toToolSummary } from '@toolscout/model/internal'
import type { RegisteredTool, StoredTools, Tools, ToolTree } from './registered-tools.ts'
import { SortedMap } from './sorted-map.ts'

/** What the index keeps of a tool. */
export function toRegisteredTool(tool: Tool, backends: readonly Backend[], notes: string): RegisteredTool {
  const frozen = Object.freeze([...backends])
  return Object.freeze({ tool, backends: frozen, summary: toToolSummary(tool, frozen), notes })
}

/** Stands for a stored tool of which nothing was read yet. */
const UNREAD = new CommonFacts({ tags: [], backends: [] })
/** Of a tool that is in the store alone, what filters look at. */
type Held = RegisteredTool | CommonFacts
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
    held instanceof CommonFacts ? (this.#stored as StoredTools).view(id) : held
  readonly #factsOf = (id: string, held: Held): ToolFacts => {
    // What was read meanwhile is not known to those in order.
    const now = held === UNREAD ? this.#byId.get(id) : held
    if (now !== UNREAD && now instanceof CommonFacts) return now
    const { summary } = this.#view(id, held)
    const facts = now === UNREAD ? this.#stored?.factsOf(summary) : undefined
    if (facts !== undefined) this.#byId.set(id, facts)
    return facts ?? summary
  }
  readonly #sorted = inOrder(() => this.#ordered(), { view: this.#view, factsOf: this.#factsOf })
  readonly values: Tools['values'] = this.#sorted.values
  readonly ids: Tools['ids'] = this.#sorted.ids
  readonly copy = (): Tools => {
    const copy = this.#ordered().clone()
    const kept: KeptTools = new Map()
    if (this.#stored !== undefined) this.#copies.push(new WeakRef(kept))
    return inOrder(() => copy, {
      view: (id, held) => (held instanceof CommonFacts && kept.get(id)) || this.#view(id, held),
      factsOf: (id, held) => (held === UNREAD && kept.get(id)?.summary) || this.#factsOf(id, held),
    })
  }
  size = 0

  constructor(stored: StoredTools | undefined) {
    this.#stored = stored
    for (const id of stored?.ids() ?? []) this.hold(id)
  }

  hold(id: string): void {
    this.#byId.set(id, UNREAD)
    this.size = this.#byId.size
  }

  readonly get = (id: string): RegisteredTool | undefined => {
    const held = this.#held(id)
    return held instanceof CommonFacts ? this.#stored?.get(id) : held
  }

  readonly factsOf = (id: string): ToolFacts | undefined => {
    const held = this.#held(id)
    return held && this.#factsOf(id, held)
  };

  *facts(): Iterable<readonly [id: string, facts: ToolFacts]> {
    while (this.settle());
    for (const [id, held] of this.#byId) yield [id, this.#factsOf(id, held)]
  }

  #held(id: string): Held | undefined {
    checkId(id)
    return this.#front.size > 0 && this.#front.has(id) ? this.#front.get(id) : this.#byId.get(id)
  }

  release(ids: Iterable<string>): void {
    if (this.#stored === undefined) return
    while (this.settle());
    for (const id of ids) {
      const held = this.#byId.get(id)
      if (held !== undefined && !(held instanceof CommonFacts))
        this.#put(id, this.#stored.factsOf(held.summary) ?? UNREAD)
    }
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
    if (this.#copies.length > 0 && this.#byId.get(id) instanceof CommonFacts) this.#keep(id)
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
    const { tool, backends, notes } = this.#view(id, UNREAD)
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

/** What there is of a tool. */
interface HeldReader {
  readonly view: (id: string, held: Held) => RegisteredTool
  readonly factsOf: (id: string, held: Held) => ToolFacts
}

function inOrder(tree: () => Tree, { view, factsOf }: HeldReader): Tools {
  const heldAt = (id: string): Held | undefined => tree().get(checkId(id))
  return {
    get size() {
      return tree().size
    },
    get: (id) => {
      const held = heldAt(id)
      return held && view(id, held)
    },
    factsOf: (id) => {
      const held = heldAt(id)
      return held && factsOf(id, held)
    },
    *values({ after = '', prefix = '', passes } = {}) {
      for (const [id, held] of tree().entries(after > prefix ? after : prefix)) {
        if (!id.startsWith(prefix)) return
        if (id !== after && passes?.(factsOf(id, held)) !== false) yield view(id, held)
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
