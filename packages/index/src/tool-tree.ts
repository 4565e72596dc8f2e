import { type Backend, compareIds, type Tool, type ToolSummary } from '@toolscout/model'
import { quote, toToolSummary } from '@toolscout/model/internal'
import sortedBtree from 'sorted-btree'

/** A tool of the index with all that is known of it. Frozen. */
export interface RegisteredTool {
  readonly tool: Tool
  /** Where it can be called, in order of registration; never empty. */
  readonly backends: readonly Backend[]
  readonly summary: ToolSummary
  /** What tool docs add to the text that is searched; empty when there are none. */
  readonly notes: string
}

/** Puts together what the index keeps of a tool. */
export function toRegisteredTool(tool: Tool, backends: readonly Backend[], notes: string): RegisteredTool {
  const frozen = Object.freeze([...backends])
  return Object.freeze({ tool, backends: frozen, summary: toToolSummary(tool, frozen), notes })
}

/** Tools by id, in ascending order of id, with copies that cost nothing until one of the two changes. */
export interface ToolTree {
  readonly size: number
  /** @throws TypeError when the id is no text. */
  readonly get: (id: string) => RegisteredTool | undefined
  readonly set: (id: string, tool: RegisteredTool) => void
  readonly delete: (id: string) => void
  /** In ascending order of id; with `after`, only ids behind it. */
  readonly values: (after?: string) => Iterable<RegisteredTool>
  /** Tools whose id starts with `prefix`, in ascending order. */
  readonly withPrefix: (prefix: string) => Iterable<RegisteredTool>
  /** The tools as they are now, unmoved by later changes; takes constant time and shares memory. */
  readonly copy: () => ToolTree
}

// A CommonJS module: under ESM its class is the member `default`.
const BTree = (Reflect.get(sortedBtree, 'default') ?? sortedBtree) as typeof sortedBtree.default
type Tree = InstanceType<typeof BTree<string, RegisteredTool>>

/**
 * Creates an empty {@link ToolTree}: a B+ tree with copy-on-write nodes, next to a map, since every hit of a search is
 * looked up and a tree takes a dozen comparisons. The tree is made when the order is first needed, which one search in
 * ten thousand stored tools never does.
 */
export function createToolTree(): ToolTree {
  const byId = new Map<string, RegisteredTool>()
  let tree: Tree | undefined
  const ordered = (): Tree => {
    if (tree !== undefined) return tree
    tree = new BTree<string, RegisteredTool>(undefined, compareIds)
    for (const [id, tool] of [...byId].sort(([a], [b]) => compareIds(a, b))) tree.set(id, tool)
    return tree
  }
  return {
    get size() {
      return byId.size
    },
    get: (id) => byId.get(checkId(id)),
    set: (id, tool) => {
      tree?.set(id, tool)
      byId.set(id, tool)
    },
    delete: (id) => {
      tree?.delete(id)
      byId.delete(id)
    },
    values: (after) => valuesOf(ordered(), after),
    withPrefix: (prefix) => startingWith(ordered(), prefix),
    copy: () => wrap(ordered().clone()),
  }
}

/** A copy, which is read in its order only. */
function wrap(tree: Tree): ToolTree {
  return {
    get size() {
      return tree.size
    },
    // The tree answers any other key with some tool, because nothing compares as smaller.
    get: (id) => tree.get(checkId(id)),
    set: (id, tool) => void tree.set(id, tool),
    delete: (id) => void tree.delete(id),
    values: (after) => valuesOf(tree, after),
    withPrefix: (prefix) => startingWith(tree, prefix),
    copy: () => wrap(tree.clone()),
  }
}

function checkId(id: string): string {
  if (typeof id === 'string') return id
  throw new TypeError(`The id of a tool is a text, not ${quote(id)}.`)
}

function* valuesOf(tree: Tree, after: string | undefined): Iterable<RegisteredTool> {
  for (const [id, tool] of tree.entries(after)) if (id !== after) yield tool
}

function* startingWith(tree: Tree, prefix: string): Iterable<RegisteredTool> {
  for (const [id, tool] of tree.entries(prefix)) {
    if (!id.startsWith(prefix)) return
    yield tool
  }
}
