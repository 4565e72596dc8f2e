import type { CorpusTool } from './corpus-tool.ts'
import { createRandom } from './random.ts'

/** Real tools and real requests, read from judged sets. */
export interface RealText {
  /** Every tool once, in an order that does not depend on its set. */
  readonly tools: readonly CorpusTool[]
  /** Requests in people's words, the sets by turns, each once. */
  readonly requests: readonly string[]
}

/** The first of the streams of recombined tools, one each. */
const TOOL_STREAM = 0x8000_0000
/** Most sentences of a recombined description. */
const MAX_SENTENCES = 12
/** Tools of a recombined server in the mean; those of a real one and what comes beside it. */
const TOOLS_OF_SERVER = 300

/** Which tools are given. */
export interface RealToolOptions {
  /** Integer, 0 to 2⁵³ − 1; the same seed gives the same tools. */
  readonly seed: number
  /** How many tools, at least 0. */
  readonly count: number
  /** How many are passed over first. Default 0. */
  readonly start?: number | undefined
}

/**
 * The real tools, and behind the last one recombined ones in any number: a name from the words of two real names, a
 * description of the sentences of two, the schema and the server of others. A larger corpus begins with the smaller one.
 */
export function* recombineTools(
  { tools }: Pick<RealText, 'tools'>,
  { seed, count, start = 0 }: RealToolOptions,
): Generator<CorpusTool> {
  const names = tools.map(({ name }) => splitName(name))
  const descriptions = tools.map(({ description }) => splitSentences(description))
  const ids = new Set<string>()
  for (let place = 0; place < start + count; place += 1) {
    const tool = tools[place] ?? recombine({ tools, names, descriptions }, seed, place)
    const isTaken = ids.has(tool.id)
    const named = isTaken ? { ...tool, name: `${tool.name}_${place}`, id: `${tool.id}_${place}` } : tool
    ids.add(named.id)
    if (place >= start) yield named
  }
}

interface Pieces {
  readonly tools: readonly CorpusTool[]
  readonly names: readonly (readonly string[])[]
  readonly descriptions: readonly (readonly string[])[]
}

function recombine({ tools, names, descriptions }: Pieces, seed: number, place: number): CorpusTool {
  const random = createRandom(seed, TOOL_STREAM + place)
  const [one, other] = [random.below(tools.length), random.below(tools.length)]
  const first = names[one] as readonly string[]
  const last = names[other] as readonly string[]
  const words = [...first.slice(0, 1 + random.below(2)), ...last.slice(-1 - random.below(2))]
  const name = words.join('_').toLowerCase()
  const { inputSchema } = random.pick(tools)
  const server = random.pick(tools)
  const servers = Math.max(10, Math.floor(place / TOOLS_OF_SERVER))
  const namespace = `${server.namespace}_${random.below(servers)}`
  const sentences = descriptions[one] as readonly string[]
  const others = descriptions[other] as readonly string[]
  const description = sentences
    .slice(0, MAX_SENTENCES)
    .map((own) => (others.length === 0 || random.next() < 0.5 ? own : random.pick(others)))
    .join(' ')
  return { id: `${namespace}:${name}`, name, namespace, description, inputSchema, tags: server.tags }
}

function splitName(name: string): readonly string[] {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[^A-Za-z0-9]+/)
  return words.filter((word) => word !== '')
}

function splitSentences(text: string): readonly string[] {
  return text.split(/(?<=[.!?\n])\s+/).filter((sentence) => sentence.trim() !== '')
}
