import type { Tool } from '@toolscout/model'
import { sha256 } from '@toolscout/model/internal'
import { shapeOf } from './schema-shape.ts'
import { serverPartOf } from './tool-pin.ts'

/** Tools of one server that are remembered after they are gone. */
const MAX_GONE = 1_000
/** Those that take the same arguments that are compared by their words; most take none. */
const MAX_COMPARED = 50
/** Share of the shorter description that the longer one must hold, in pairs of words. */
const NEAR = 0.6
/** Pairs of words from which on a share says something; of shorter descriptions all words must be the same. */
const MIN_PAIRS = 4

/** Tools that servers listed and do not list any more, so that one that comes back under another name is known again. */
export class GoneTools {
  readonly #servers = new Map<string, Map<string, { readonly tool: Tool; readonly shape: string }>>()

  add(tool: Tool): void {
    const server = serverPartOf(tool.id)
    const gone = this.#servers.get(server) ?? new Map()
    this.#servers.set(server, gone)
    gone.set(tool.id, { tool, shape: digestOf(tool) })
    const [oldest] = gone.keys()
    if (gone.size > MAX_GONE && oldest !== undefined) gone.delete(oldest)
  }

  delete(id: string): void {
    this.#servers.get(serverPartOf(id))?.delete(id)
  }

  /** The tool of the same server that is gone, takes the same arguments and says nearly the same of itself. */
  twinOf(tool: Tool): Tool | undefined {
    const gone = this.#servers.get(serverPartOf(tool.id))
    if (gone === undefined || gone.size === 0) return undefined
    const shape = digestOf(tool)
    const alike = [...gone.values()].filter((one) => one.shape === shape).slice(-MAX_COMPARED)
    const pairs = pairsOf(tool.description)
    return alike.find((one) => isNear(pairs, pairsOf(one.tool.description)))?.tool
  }
}

function digestOf({ inputSchema }: Tool): string {
  return sha256(shapeOf(inputSchema))
}

/** Whether two descriptions say nearly the same, given the pairs of words of each. */
function isNear(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [short, long] = one.size <= other.size ? [one, other] : [other, one]
  if (short.size === 0) return false
  const shared = [...short].filter((pair) => long.has(pair)).length
  return short.size < MIN_PAIRS ? shared === long.size : shared >= NEAR * short.size
}

/** Each two words of a text that stand together. */
function pairsOf(text = ''): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.slice(1).map((word, i) => `${words[i]} ${word}`))
}
