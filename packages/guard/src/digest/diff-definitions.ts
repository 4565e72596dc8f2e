import { type JsonObject, type JsonValue, type Tool, toMcpTool } from '@toolscout/model'
import { canonicalJson, isJsonObject, oneLine, quote, sha256, truncate } from '@toolscout/model/internal'

/** Longest piece of a text in one line: up to 100 code points that end between words; one long word is cut anywhere. */
const LINE = /.{1,100}(?= |$)|.{1,100}/gu
/** Longest place that is named, in code points. */
const MAX_PLACE = 100
/** Lines of one difference; the last is a count of the rest. */
const MAX_LINES = 60
/** Pieces of one text that are compared each with each; of longer ones everything between their equal ends differs. */
const MAX_COMPARED = 200
/** What a model is sure to be shown, so that nothing else takes the lines it needs. */
const FIRST: readonly string[] = ['description', 'title', 'inputSchema', 'annotations', 'outputSchema']

/**
 * Says line by line where two definitions differ: `- description: …` for what is gone, `+ description: …` for what is new, a
 * sentence a line and cut to its width. At most sixty lines, the last one a count of the rest; foreign text is one line,
 * hidden characters spelled. Empty when they are the same.
 */
export function diffDefinitions(before: JsonObject, after: JsonObject): readonly string[] {
  const [old, now] = [leavesOf(before), leavesOf(after)]
  const lines = [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const [was, is] = [old.get(key), now.get(key)]
    const isOneKind = was?.isText === is?.isText
    if (isOneKind && was?.text === is?.text) return []
    const place = was?.place ?? is?.place ?? ''
    // A text that looks like a number is not that number.
    const isQuoted = !isOneKind && was !== undefined && is !== undefined
    return diffPieces(piecesOf(was, isQuoted), piecesOf(is, isQuoted)).map(
      ([sign, piece]) => `${sign} ${place}: ${piece}`,
    )
  })
  if (lines.length <= MAX_LINES) return Object.freeze(lines)
  const left = lines.length - MAX_LINES + 1
  return Object.freeze([...lines.slice(0, MAX_LINES - 1), `… ${left} more lines`])
}

/** A value that is compared as a whole. */
interface Leaf {
  readonly place: string
  /** The text, or the JSON of what is none. */
  readonly text: string
  readonly isText: boolean
}

/** The leaves of a definition by their place. */
function leavesOf(definition: JsonObject): ReadonlyMap<string, Leaf> {
  const leaves = new Map<string, Leaf>()
  const walk = (value: JsonValue, path: readonly (string | number)[]): void => {
    if (Array.isArray(value) && value.some(isTree)) {
      for (const [i, item] of value.entries()) walk(item, [...path, i])
    } else if (!Array.isArray(value) && isTree(value)) {
      for (const [name, item] of Object.entries(value as JsonObject)) walk(item, [...path, name])
    } else {
      const isText = typeof value === 'string'
      const text = isText ? value : JSON.stringify(value)
      leaves.set(JSON.stringify(path), { place: toPlace(path), text, isText })
    }
  }
  const names = [...FIRST.filter((name) => Object.hasOwn(definition, name)), ...Object.keys(definition)]
  for (const name of new Set(names)) walk(definition[name] as JsonValue, [name])
  return leaves
}

function isTree(value: JsonValue): boolean {
  return Array.isArray(value) || (isJsonObject(value) && Object.keys(value).length > 0)
}

function toPlace(path: readonly (string | number)[]): string {
  const named = path.map((name) => (/^[\w$-]{1,64}$/.test(String(name)) ? name : quote(name)))
  return truncate(named.join('.'), MAX_PLACE)
}

/** Sentences, cut between words; what is one long word is cut anywhere. */
function piecesOf(leaf: Leaf | undefined, isQuoted: boolean): readonly string[] {
  if (leaf === undefined) return []
  const text = leaf.isText && isQuoted ? JSON.stringify(leaf.text) : leaf.text
  const pieces = text.split(/\n|(?<=[.!?])\s+(?=\S)/).flatMap((sentence) => {
    const lines = oneLine(sentence).match(LINE) ?? []
    return lines.map((line) => line.trim()).filter((line) => line !== '')
  })
  // A text that is empty is not the same as none.
  return pieces.length === 0 ? ['""'] : pieces
}

type Line = readonly [sign: '-' | '+', piece: string]

function diffPieces(old: readonly string[], now: readonly string[]): readonly Line[] {
  let [start, end] = [0, 0]
  const shorter = Math.min(old.length, now.length)
  while (start < shorter && old[start] === now[start]) start += 1
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1
  const [was, is] = [old.slice(start, old.length - end), now.slice(start, now.length - end)]
  // Only white space differs, which no line shows.
  if (was.length === 0 && is.length === 0) return [['+', 'white space']]
  if (Math.max(was.length, is.length) <= MAX_COMPARED) return diffCompared(was, is)
  return [...was.map((piece): Line => ['-', piece]), ...is.map((piece): Line => ['+', piece])]
}

/** By the longest common subsequence (Wagner and Fischer, 1974). */
function diffCompared(was: readonly string[], is: readonly string[]): readonly Line[] {
  const common = Array.from({ length: was.length + 1 }, () => new Uint16Array(is.length + 1))
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0
  for (let i = was.length - 1; i >= 0; i -= 1) {
    const row = common[i] as Uint16Array
    for (let j = is.length - 1; j >= 0; j -= 1) {
      row[j] = was[i] === is[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const lines: Line[] = []
  for (let [i, j] = [0, 0]; i < was.length || j < is.length; ) {
    const [old, now] = [was[i], is[j]]
    if (old !== undefined && old === now) [i, j] = [i + 1, j + 1]
    else if (old !== undefined && (now === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(['-', old])
      i += 1
    } else if (now !== undefined) {
      lines.push(['+', now])
      j += 1
    }
  }
  return lines
}

/**
 * SHA-256 over the canonical JSON (RFC 8785) of everything a server says of a tool (name, title, description, input and
 * output schema, annotations, icons, `_meta`, and unknown members), as it was read, and of how the
 * server is reached. Any change of those changes the digest; the order of members and white space between them do not.
 * 64 hexadecimal digits.
 *
 * @param server how the server is reached, without secrets, such as `identifyMcpServer` of `@toolscout/mcp` says it; not
 * what it says of itself.
 */
export function digestDefinition(tool: Tool, server: string): string {
  return sha256(canonicalJson({ definition: toMcpTool(tool), server }))
}
