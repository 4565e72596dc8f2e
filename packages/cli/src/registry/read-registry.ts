import { readFile, stat } from 'node:fs/promises'
import {
  anySignal,
  isJsonObject,
  messageOf,
  parseJson,
  quote,
  timeoutSignal,
} from '@toolscout/model/internal'
import { CliError, isMissing } from '../errors.ts'
import { type RegisteredServer, readRegistered } from './registry-server.ts'

/** Bytes of one page, or of a file. */
const MAX_BYTES = 33_554_432
const MAX_PAGES = 1_000
const MAX_SERVERS = 50_000
/** Cards of one catalog that are read. */
const MAX_CARDS = 200
const PAGE_TIMEOUT_MS = 30_000
const CARD = 'application/mcp-server-card+json'

/** What reading a registry needs of the command. */
export interface RegistryReading {
  readonly signal: AbortSignal
  /** Called with how many servers were read so far. */
  readonly onServers: (count: number) => void
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
  reading: RegistryReading,
): Promise<readonly RegisteredServer[]> {
  const found = new Map<string, RegisteredServer>()
  const take = (given: readonly unknown[]): void => {
    for (const one of given) {
      const server = readRegistered(one)
      if (server !== undefined && found.size < MAX_SERVERS && !found.has(server.name))
        found.set(server.name, server)
    }
    reading.onServers(found.size)
  }
  const first = isAddress(source) ? pageOf(source) : source
  let next: string | undefined = first
  for (let page = 0; next !== undefined && page < MAX_PAGES; page += 1) {
    const document = await readDocument(next, reading.signal)
    take(await serversIn(document, source, reading.signal))
    next = isAddress(source) ? nextPage(first, document) : undefined
  }
  if (found.size > 0) return [...found.values()]
  throw invalid(
    source,
    'it lists no server in a form that is known: a registry (API v0.1), a catalog, or a server card',
  )
}

/** Servers as they are listed. A catalog only says where their cards are. */
async function serversIn(
  document: unknown,
  source: string,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  if (Array.isArray(document)) return document
  if (!isJsonObject(document)) return []
  if (Array.isArray(document.servers)) return document.servers
  if (!Array.isArray(document.entries)) return [document]
  const cards: unknown[] = []
  for (const entry of document.entries.filter(isJsonObject).slice(0, MAX_CARDS)) {
    if (entry.type !== CARD && entry.mediaType !== CARD) continue
    if (entry.data !== undefined) cards.push(entry.data)
    else if (isAddress(source) && typeof entry.url === 'string' && URL.canParse(entry.url, source)) {
      const { href } = new URL(entry.url, source)
      // One card that cannot be had takes no other with it.
      if (isAddress(href)) cards.push(await readDocument(href, signal).catch(() => undefined))
      signal.throwIfAborted()
    }
  }
  return cards
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

async function readDocument(place: string, signal: AbortSignal): Promise<unknown> {
  try {
    const text = isAddress(place) ? await fetchText(place, signal) : await readWhole(place)
    const document = parseJson(text)
    if (document === undefined) throw new TypeError('it is no JSON')
    return document
  } catch (error) {
    signal.throwIfAborted()
    if (isMissing(error)) throw invalid(place, 'there is no such file')
    const cause = error instanceof TypeError && error.cause !== undefined ? error.cause : error
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    throw invalid(
      place,
      isLate ? `it did not answer within ${PAGE_TIMEOUT_MS / 1_000} s` : messageOf(cause),
      error,
    )
  }
}

async function readWhole(file: string): Promise<string> {
  const { size } = await stat(file)
  if (size > MAX_BYTES) throw tooLarge()
  return readFile(file, 'utf8')
}

async function fetchText(url: string, signal: AbortSignal): Promise<string> {
  const own = anySignal(signal, timeoutSignal(PAGE_TIMEOUT_MS))
  const response = await fetch(url, { headers: { accept: 'application/json' }, signal: own })
  if (!response.ok) {
    await response.body?.cancel()
    throw new RangeError(`it answered with HTTP ${response.status}`)
  }
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function tooLarge(): RangeError {
  return new RangeError(`it has more than ${MAX_BYTES} bytes`)
}

function invalid(source: string, why: string, cause?: unknown): CliError {
  return new CliError('REGISTRY_INVALID', `No servers can be read from ${quote(source)}: ${why}.`, { cause })
}
