import { compareIds, quote } from '@toolscout/model'
import sortedBtree from 'sorted-btree'
import type { RegisteredTool } from './registered-tool.ts'

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

// A CommonJS module: under ESM its class stands in the member `default`.
const BTree = (Reflect.get(sortedBtree, 'default') ?? sortedBtree) as typeof sortedBtree.default
type Tree = InstanceType<typeof BTree<string, RegisteredTool>>

/** Creates an empty {@link ToolTree}: a B+ tree with copy-on-write nodes. */
export function createToolTree(): ToolTree {
  return wrap(new BTree<string, RegisteredTool>(undefined, compareIds), new Map())
}

/** @param byId the same tools, since every hit of a search is asked for and a tree takes a dozen comparisons. */
function wrap(tree: Tree, byId?: Map<string, RegisteredTool>): ToolTree {
  return {
    get size() {
      return tree.size
    },
    get: (id) => {
      // The tree answers any other key with some tool, because nothing compares as smaller.
      if (typeof id !== 'string') throw new TypeError(`The id of a tool is a text, not ${quote(id)}.`)
      return byId === undefined ? tree.get(id) : byId.get(id)
    },
    set: (id, tool) => {
      tree.set(id, tool)
      byId?.set(id, tool)
    },
    delete: (id) => {
      tree.delete(id)
      byId?.delete(id)
    },
    values: function* (after) {
      for (const [id, tool] of tree.entries(after)) if (id !== after) yield tool
    },
    withPrefix: function* (prefix) {
      for (const [id, tool] of tree.entries(prefix)) {
        if (!id.startsWith(prefix)) return
        yield tool
      }
    },
    copy: () => wrap(tree.clone()),
  }
}
