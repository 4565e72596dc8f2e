/** What a server wants before it answers. */
export interface AuthChallenge {
  /** `token`: none, or one that is no good any more (401). `scope`: one that may do more (403). */
  readonly kind: 'token' | 'scope'
  /** What the token has to allow, as far as the server says so. */
  readonly scope?: string
  /** Where the server says how tokens are got (RFC 9728). */
  readonly metadataUrl?: URL
}

/** Longest header that is read. */
const MAX_HEADER = 8_192

/** Reads what an answer wants (RFC 6750, section 3); `undefined` when it wants nothing of the kind. */
export function readChallenge({ status, headers }: Response): AuthChallenge | undefined {
  if (status !== 401 && status !== 403) return undefined
  const header = (headers.get('www-authenticate') ?? '').slice(0, MAX_HEADER)
  const parameters = /^\s*bearer\s/i.test(header) ? readParameters(header) : new Map<string, string>()
  if (status === 403 && parameters.get('error') !== 'insufficient_scope') return undefined
  const scope = parameters.get('scope')
  const url = parameters.get('resource_metadata') ?? ''
  return {
    kind: status === 401 ? 'token' : 'scope',
    ...(scope === undefined ? {} : { scope }),
    ...(URL.canParse(url) ? { metadataUrl: new URL(url) } : {}),
  }
}

function readParameters(header: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', quoted, bare] of header.matchAll(/([a-z_]+)\s*=\s*(?:"([^"]*)"|([^\s,"]+))/gi)) {
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), quoted ?? bare ?? '')
  }
  return found
}
