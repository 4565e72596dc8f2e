import assert from 'node:assert/strict'
import type { McpAuthProvider } from '@toolscout/mcp'
import type { McpAuthClient } from '@toolscout/mcp/internal'
import type { JsonObject } from '@toolscout/model'

/** The document the suite expects by name; it is never fetched. */
const METADATA_URL = 'https://conformance-test.local/client-metadata.json'
const REDIRECT_URL = 'http://localhost:3000/callback'

/** An OAuth client whose person grants whatever is asked: the suite's authorization server redirects at once. */
export function authProviderFor(scenario: string, context: JsonObject): McpAuthProvider {
  let kept: JsonObject | undefined
  const client = registeredClient(context)
  return {
    load: async () => kept,
    save: async (state) => {
      kept = state
    },
    authorize: async (url, { signal }) => {
      const response = await fetch(url, { redirect: 'manual', signal })
      const location = response.headers.get('location')
      assert(location !== null, 'The authorization server sends nobody back.')
      return new URL(location, url)
    },
    redirectUrl: REDIRECT_URL,
    clientMetadataUrl: METADATA_URL,
    ...(scenario.startsWith('auth/client-credentials') ? { grant: 'client_credentials' } : {}),
    ...(client === undefined ? {} : { client }),
  }
}

function registeredClient(context: JsonObject): McpAuthClient | undefined {
  const { client_id: id, client_secret: secret, private_key_pem: pem, signing_algorithm: algorithm } = context
  if (typeof id !== 'string') return undefined
  return {
    id,
    ...(typeof secret === 'string' ? { secret } : {}),
    ...(typeof pem === 'string' ? { privateKey: { pem, algorithm: String(algorithm ?? 'ES256') } } : {}),
  }
}
