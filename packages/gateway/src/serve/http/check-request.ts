import { isIPv6 } from 'node:net'
import { quote } from '@toolscout/model/internal'

/** Why a request is not answered. */
export interface Refusal {
  readonly status: number
  /** A sentence for the client; holds nothing the client has not said itself. */
  readonly reason: string
}

/** Who a server is, and from where it may be spoken to. */
export interface AllowedNames {
  /** Values of `Host`, in lower case. */
  readonly hosts: ReadonlySet<string>
  /** Values of `Origin`, in lower case. */
  readonly origins: ReadonlySet<string>
}

/** Names that always mean this machine. */
const LOOPBACK = ['127.0.0.1', 'localhost', '::1']
/** Addresses that stand for every address of this machine. */
const ANY_ADDRESS = ['0.0.0.0', '::', '']

/**
 * The names a server on this address has: those of loopback with its port, its own and those that are given.
 *
 * @throws TypeError when a server on every address has no names, or for an invalid origin.
 */
export function allowedNames(
  { host, port }: { readonly host: string; readonly port: number },
  { hosts, origins }: { readonly hosts: readonly string[]; readonly origins: readonly string[] },
): AllowedNames {
  const isAny = ANY_ADDRESS.includes(host)
  if (isAny && hosts.length === 0) {
    throw new TypeError(
      `A server that listens on every address (${quote(host)}) needs allowedHosts: the names clients reach it by, such as "gateway.example:8080".`,
    )
  }
  for (const origin of origins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin.toLowerCase()) {
      throw new TypeError(`${quote(origin)} is not an origin; one looks like "https://app.example".`)
    }
  }
  const names = [...new Set([...LOOPBACK, ...(isAny ? [] : [host])])].map((name) =>
    isIPv6(name) ? `[${name}]` : name,
  )
  const own = names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]))
  const lower = (texts: readonly string[]): string[] => texts.map((text) => text.toLowerCase())
  return {
    hosts: new Set(lower([...own, ...hosts])),
    origins: new Set(lower([...own.map((name) => `http://${name.replace(/:80$/, '')}`), ...origins])),
  }
}

/** Headers that mean nothing, or the worse of two things, when there are two of them. */
const SINGLE = [
  'authorization',
  'content-type',
  'host',
  'last-event-id',
  'mcp-protocol-version',
  'mcp-session-id',
  'origin',
]

/**
 * Looks at a request before anything is done for it. A name that leads here and is not ours, and a page of the web that
 * speaks to us, are how a browser is made to attack its own machine (DNS rebinding).
 */
export function checkRequest(
  { url, rawHeaders }: { readonly url: string; readonly rawHeaders: readonly string[] },
  { hosts, origins }: AllowedNames,
  maxHeaders: number,
): Refusal | undefined {
  if (rawHeaders.length / 2 > maxHeaders)
    return { status: 431, reason: `A request may have at most ${maxHeaders} headers.` }
  const valuesOf = (wanted: string): string[] =>
    rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === wanted)
  const [host, ...otherHosts] = valuesOf('host')
  if (host === undefined || otherHosts.length > 0 || !hosts.has(host.toLowerCase())) {
    return { status: 403, reason: 'The Host header does not name this server.' }
  }
  const [origin, ...otherOrigins] = valuesOf('origin')
  if (otherOrigins.length > 0 || (origin !== undefined && !origins.has(origin.toLowerCase()))) {
    return { status: 403, reason: 'The Origin header names a page that may not use this server.' }
  }
  const twice = SINGLE.find((name) => valuesOf(name).length > 1)
  if (twice !== undefined) return { status: 400, reason: `There is more than one ${twice} header.` }
  // `http://elsewhere/mcp` and `*` are for proxies.
  return url.startsWith('/') ? undefined : { status: 400, reason: 'A request must name a path.' }
}
