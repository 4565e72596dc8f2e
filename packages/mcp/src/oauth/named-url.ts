import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/**
 * How far inside an address is: the services of a cloud or of a link, which no server has a reason to name; this machine; a
 * private network; everybody's.
 */
type Reach = 'forbidden' | 'loopback' | 'private' | 'public'

const ORDER: readonly Reach[] = ['forbidden', 'loopback', 'private', 'public']

// IPv4 addresses inside IPv6 ones are found by the rules of IPv4; those of NAT64 and 6to4 are not, so none passes.
// biome-ignore format: one list
const rangesOf = (): readonly (readonly [Reach, BlockList])[] => [
  ['forbidden', listOf(
    '169.254.0.0/16', '100.100.100.200/32', '192.0.0.0/24', '224.0.0.0/3', 'fe80::/10', 'fd00:ec2::/32', 'ff00::/8',
    '64:ff9b::/32', '2002::/16', '2001::/32',
  )],
  ['loopback', listOf('127.0.0.0/8', '0.0.0.0/8', '::/96')],
  ['private', listOf('10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '198.18.0.0/15', 'fc00::/7')],
]

let ranges: ReturnType<typeof rangesOf> | undefined

/** Names of metadata services. They resolve only inside of their clouds. */
const FORBIDDEN_NAMES: readonly string[] = ['metadata', 'metadata.google.internal', 'instance-data']

/** Finds the addresses of a name. */
export type Lookup = (hostname: string) => Promise<readonly string[]>

/** Says why a URL that a server names is not to be visited; `undefined` when it may be. */
export type NamedUrlGuard = (url: URL) => Promise<string | undefined>

/**
 * Creates the guard of one server. What a server names is `https:`, or `http:` where it runs on this machine as
 * the server does, and lies no further inside than the server itself: a public server may not point us into a
 * network, none may point us to a metadata service. The server's own origin is what the configuration trusts.
 *
 * Names are resolved here and again when connecting; a name that changes its address in between passes.
 */
export function createNamedUrlGuard(server: URL, find: Lookup = findAddresses): NamedUrlGuard {
  let ownReach: Promise<Reach> | undefined
  return async (url) => {
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return `its scheme is ${url.protocol}`
    if (url.username !== '' || url.password !== '') return 'it holds credentials'
    if (url.origin === server.origin) return undefined
    const reach = await reachOf(url.hostname, find)
    ownReach ??= reachOf(server.hostname, find)
    if (reach === 'forbidden') return 'nothing of ours is at that address'
    if (ORDER.indexOf(reach) < ORDER.indexOf(await ownReach)) return `it leads to a ${reach} address`
    return url.protocol === 'http:' && reach !== 'loopback' ? 'it is not https' : undefined
  }
}

async function reachOf(hostname: string, find: Lookup): Promise<Reach> {
  // In a browser, which has rules of its own for what a page may reach.
  if ((isIP as typeof isIP | undefined) === undefined) return 'public'
  const host = hostname.replace(/^\[|[\].]$/g, '').toLowerCase()
  if (isIP(host) !== 0) return reachOfAddress(host)
  if (FORBIDDEN_NAMES.includes(host)) return 'forbidden'
  if (host === 'localhost' || host.endsWith('.localhost')) return 'loopback'
  const reaches = (await find(host)).map(reachOfAddress)
  // A name with several addresses is as far inside as the innermost. One with none can only be reached through a proxy.
  return ORDER.find((reach) => reaches.includes(reach)) ?? 'public'
}

function reachOfAddress(address: string): Reach {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  ranges ??= rangesOf()
  return ranges.find(([, list]) => list.check(address, family))?.[0] ?? 'public'
}

function listOf(...ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [net = '', prefix] = range.split('/')
    list.addSubnet(net, Number(prefix), net.includes(':') ? 'ipv6' : 'ipv4')
  }
  return list
}

async function findAddresses(hostname: string): Promise<readonly string[]> {
  try {
    return (await lookup(hostname, { all: true })).map(({ address }) => address)
  } catch {
    return []
  }
}
