import type { ToolHost } from '@toolscout/discovery'
import { scanDefinition } from '@toolscout/guard'
import { type PoisonReport, sayFinding } from '@toolscout/guard/internal'
import { compareIds, type TokenCounter } from '@toolscout/model'
import { oneLine } from '@toolscout/model/internal'
import type { InsideServer } from './inside.ts'

/** Most tokens of one server's words in a contents card: a sentence or two, of what is nearly always more. */
const MAX_SERVER_TOKENS = 40
/** A server whose share is less has no room for a sentence, so that fewer servers are quoted. */
const LEAST_SERVER_TOKENS = 15
const HEAD = "In the servers' own words, unchecked:"

/** What a server says about how it wants to be used. */
export interface ServerWords {
  /** In one line. */
  readonly text: string
  /** Whether it looks like orders to a model; what does is not shown. */
  readonly report: PoisonReport
}

/** Reads what a server says about itself (MCP `instructions`) and judges it as it is shown; `undefined` where it says nothing. */
export function readServerWords(name: string, instructions = ''): ServerWords | undefined {
  const text = oneLine(instructions)
  return text === '' ? undefined : { text, report: scanDefinition({ name, description: text }) }
}

/** That models are not shown what a server says about itself, and why, in a sentence; `undefined` where they may be. */
export function hiddenWords(name: string, instructions: string | undefined): string | undefined {
  const { level = 'clean', findings = [] } = readServerWords(name, instructions)?.report ?? {}
  const [heaviest] = findings
  if (level === 'clean') return undefined
  const why = heaviest === undefined ? '' : `; it ${sayFinding({ ...heaviest, where: '/instructions' })}`
  return `What it says about itself is ${level} and not shown to models${why}.`
}

const recalled = new WeakMap<ToolHost, ReadonlyMap<string, ServerWords>>()

/**
 * Lets exposures of a host that are made from now on know what servers said when they were listed earlier, so that one that is
 * not started yet is quoted too.
 */
export function recallServerWords(
  host: ToolHost,
  said: readonly { readonly server: string; readonly instructions?: string | undefined }[],
): void {
  const words = said.flatMap(({ server, instructions }) => {
    const read = readServerWords(server, instructions)
    return read === undefined ? [] : [[server, read] as const]
  })
  recalled.set(host, new Map(words))
}

/**
 * What servers say about themselves, as it was when the catalog last changed: a server that connects or is lost changes
 * nothing by that alone, so that a prompt that holds it stays the same.
 */
export function rememberServerWords(host: ToolHost): () => ReadonlyMap<string, ServerWords> {
  let version: string | undefined
  let words = recalled.get(host) ?? new Map<string, ServerWords>()
  return () => {
    const now = host.version()
    if (now === version) return words
    version = now
    const before = words
    const read = host.servers().flatMap(({ name, server }) => {
      const known = before.get(name)
      const own = server === undefined ? known : readAgain(name, server.instructions, known)
      return own === undefined ? [] : [[name, own] as const]
    })
    words = new Map(read)
    return words
  }
}

/** Judging takes a millisecond, so that the same words are judged once. */
function readAgain(
  name: string,
  instructions: string | undefined,
  known: ServerWords | undefined,
): ServerWords | undefined {
  return known?.text === oneLine(instructions ?? '') ? known : readServerWords(name, instructions)
}

/**
 * A line with what these servers say about themselves, within `maxTokens`, in ascending order of their names; `undefined`
 * where none says anything or there is no room. Each gets an equal share of whole sentences, or the beginning of the first. Where
 * the shares would be too small, the servers with the most tools have one. Words that look like orders are left out.
 */
export function serverWordsLine(
  servers: readonly Pick<InsideServer, 'id' | 'name' | 'count'>[],
  words: ReadonlyMap<string, ServerWords>,
  { maxTokens, countTokens }: { readonly maxTokens: number; readonly countTokens: TokenCounter },
): string | undefined {
  const room = maxTokens - countTokens(`${HEAD} `)
  const quoted = servers.filter(({ id }) => words.get(id)?.report.level === 'clean')
  const most = Math.max(0, Math.floor(room / LEAST_SERVER_TOKENS))
  const chosen = quoted.toSorted((a, b) => b.count - a.count || compareIds(a.id, b.id)).slice(0, most)
  const share = Math.min(MAX_SERVER_TOKENS, room / Math.max(1, chosen.length))
  const parts = chosen
    .toSorted((a, b) => compareIds(a.id, b.id))
    .flatMap(({ id, name }) =>
      quote(name, words.get(id)?.text ?? '', (text) => countTokens(`${text}; `) <= share),
    )
  return parts.length === 0 ? undefined : `${HEAD} ${parts.join('; ')}`
}

/** `name: "its words"`, as much of them as fits; nothing where not even three words do. */
function quote(name: string, text: string, fits: (part: string) => boolean): readonly string[] {
  // No word of it closes the quotation.
  const plain = text.replaceAll(/["“”„]/g, "'")
  const write = (said: string): string => `${name}: "${said}"`
  if (fits(write(plain))) return [write(plain)]
  const words = plain.split(' ')
  let count = 0
  while (count < words.length && fits(write(`${words.slice(0, count + 1).join(' ')}…`))) count += 1
  const start = words.slice(0, count).join(' ')
  const sentence = /^.*[.!?](?= |$)/.exec(start)?.[0]
  if (sentence !== undefined) return [write(sentence)]
  return count < 3 ? [] : [write(`${start}…`)]
}
