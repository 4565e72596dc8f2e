import { readFile, stat } from 'node:fs/promises'
import { formatDuration, isJsonObject, messageOf, parseJson, quote } from '@toolscout/model/internal'
import { CliError, isMissing } from '../errors.ts'
import { numberOf } from '../terminal/columns.ts'
import { createTextFetcher, MAX_BYTES, PAGE_TIMEOUT_MS, type TextFetcher, tooLarge } from './fetch-text.ts'
import { isPast, type RegisteredServer, readRegistered } from './registry-server.ts'

const MAX_PAGES = 1_000
const MAX_SERVERS = 50_000
/** Cards of one catalog that are read. */
const MAX_CARDS = 200
const CARD = 'application/mcp-server-card+json'

/** What reading a registry needs of the command. */
export interface RegistryReading {
  readonly signal: AbortSignal
  /** Called with how many servers were read so far. */
  readonly onServers: (count: number) => void
}

/** What was read of a registry. */
export interface ReadRegistry {
  readonly servers: readonly RegisteredServer[]
  /** Why the list may lack some, in sentences; absent where nothing is known to be left out. */
  readonly incomplete?: string
}

/** Whether a source is an address and no file. */
export function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source)
}

/**
 * Reads the servers of a registry (API v0.1, all pages), of a catalog of server cards, or of one card: from a file or an
 * address. Of two of one name the first counts. Rejects with `REGISTRY_INVALID`.
 */
export async function readRegistry(
  source: string,
  { signal, onServers }: RegistryReading,
): Promise<ReadRegistry> {
  const first = isAddress(source) ? pageOf(source) : source
  const sources = new Sources(first, signal)
  const found = new Map<string, RegisteredServer>()
  const pages = new Set<string>()
  let unread = 0
  for (let next: string | undefined = first; next !== undefined; ) {
    pages.add(next)
    const document = await sources.read(next)
    for (const one of (await sources.serversIn(document)).filter((listed) => !isPast(listed))) {
      const server = readRegistered(one)
      if (server === undefined) unread += 1
      else if (!found.has(server.name)) found.set(server.name, server)
    }
    onServers(found.size)
    next = isAddress(source) ? nextPage(first, document) : undefined
    const why = endOf(pages, found.size, next)
    if (why === undefined) continue
    sources.leftOut.push(why)
    break
  }
  if (unread > 0 && found.size > 0)
    sources.leftOut.push(`Left out: ${numberOf(unread, 'entry', 'entries')} without a name that can be used.`)
  if (found.size === 0) throw invalid(source, [UNKNOWN_FORM, ...sources.leftOut].join('. '))
  const servers = [...found.values()].slice(0, MAX_SERVERS)
  if (sources.leftOut.length === 0) return { servers }
  return {
    servers,
    incomplete: `${sources.leftOut.join(' ')} ${numberOf(servers.length, 'server is', 'servers are')} kept.`,
  }
}

const UNKNOWN_FORM =
  'it lists no server in a form that is known: a registry (API v0.1), a catalog, or a server card'

/** Why the rest is not read; `undefined` where it is, or there is none. */
function endOf(pages: ReadonlySet<string>, servers: number, next: string | undefined): string | undefined {
  if (servers > MAX_SERVERS) return `Reading ended after ${servers} servers.`
  if (next === undefined) return undefined
  if (pages.has(next)) return `After ${pages.size} pages they repeat.`
  if (pages.size === MAX_PAGES) return `Reading ended after ${MAX_PAGES} pages, and there are more.`
  return undefined
}

/** The documents of one registry. */
class Sources {
  /** What was not read, in sentences. */
  readonly leftOut: string[] = []
  readonly #first: string
  readonly #signal: AbortSignal
  readonly #fetchText: TextFetcher | undefined

  constructor(first: string, signal: AbortSignal) {
    this.#first = first
    this.#signal = signal
    this.#fetchText = isAddress(first) ? createTextFetcher(first) : undefined
  }

  /** Servers as they are listed. A catalog only says where their cards are. */
  async serversIn(document: unknown): Promise<readonly unknown[]> {
    if (Array.isArray(document)) return document
    if (!isJsonObject(document)) return []
    if (Array.isArray(document.servers)) return document.servers
    if (!Array.isArray(document.entries)) return [document]
    const entries = document.entries
      .filter(isJsonObject)
      .filter(({ type, mediaType }) => type === CARD || mediaType === CARD)
    if (entries.length > MAX_CARDS)
      this.leftOut.push(`Of ${entries.length} server cards the first ${MAX_CARDS} were read.`)
    const cards: unknown[] = []
    const failures: string[] = []
    for (const { data, url } of entries.slice(0, MAX_CARDS)) {
      if (data !== undefined) cards.push(data)
      else if (typeof url !== 'string' || !URL.canParse(url, this.#first))
        failures.push(`${quote(String(url))} is no address that a catalog can name.`)
      // One card that cannot be had takes no other with it.
      else
        await this.read(new URL(url, this.#first).href).then(
          (card) => cards.push(card),
          (error: unknown) => failures.push(messageOf(error)),
        )
      this.#signal.throwIfAborted()
    }
    if (failures.length > 0)
      this.leftOut.push(`${failures.length} of its server cards cannot be read. The first: ${failures[0]}`)
    return cards
  }

  async read(place: string): Promise<unknown> {
    try {
      const text = await (this.#fetchText?.(place, this.#signal) ?? readWhole(place))
      const document = parseJson(text)
      if (document === undefined) throw new TypeError('it is no JSON')
      return document
    } catch (error) {
      this.#signal.throwIfAborted()
      if (isMissing(error)) throw invalid(place, 'there is no such file')
      const cause = error instanceof TypeError && error.cause !== undefined ? error.cause : error
      const isLate = error instanceof DOMException && error.name === 'TimeoutError'
      const why = isLate ? `it did not answer within ${formatDuration(PAGE_TIMEOUT_MS)}` : messageOf(cause)
      throw invalid(place, why, error)
    }
  }
}

/** The address of the first page: of a registry, unless a document is named. */
function pageOf(source: string): string {
  if (!URL.canParse(source)) throw invalid(source, 'it is no address')
  const url = new URL(source)
  const { username, pathname } = url
  if (username !== '') throw invalid(url.origin, 'credentials do not belong into an address')
  if (/\.json$|\/server-card$/.test(pathname)) return source
  if (!pathname.endsWith('/servers')) url.pathname = `${pathname.replace(/\/$/, '')}/v0.1/servers`
  if (!url.searchParams.has('limit')) url.searchParams.set('limit', '100')
  if (!url.searchParams.has('version')) url.searchParams.set('version', 'latest')
  return url.href
}

function nextPage(first: string, document: unknown): string | undefined {
  const metadata = isJsonObject(document) ? document.metadata : undefined
  const cursor = isJsonObject(metadata) ? metadata.nextCursor : undefined
  if (typeof cursor !== 'string' || cursor === '') return undefined
  const url = new URL(first)
  url.searchParams.set('cursor', cursor)
  return url.href
}

async function readWhole(file: string): Promise<string> {
  const { size } = await stat(file)
  if (size > MAX_BYTES) throw tooLarge()
  return readFile(file, 'utf8')
}

function invalid(source: string, why: string, cause?: unknown): CliError {
  const reason = why.replace(/\.$/, '')
  return new CliError('REGISTRY_INVALID', `No servers can be read from ${quote(source)}: ${reason}.`, {
    cause,
  })
}
