import assert from 'node:assert/strict'
import { connectMcpServer, type McpConnectOptions } from '@toolscout/mcp'
import type { JsonObject } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { authProviderFor } from './auth-provider.ts'

// Started by the suite with the URL of its server, once a scenario. A scenario that fails on our side exits non-zero.

const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? ''
const url = process.argv.at(-1)
assert(url !== undefined && URL.canParse(url), 'The suite starts this program with the URL of its server.')

/** What a scenario gives its client to know, such as credentials that were registered beforehand. */
const context: unknown = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}')
assert(isJsonObject(context))

/** Which tool a scenario wants called, where it is not the first one. */
const ARGUMENTS: Readonly<Record<string, JsonObject>> = { add_numbers: { a: 5, b: 3 } }

const options: McpConnectOptions = {
  ...(scenario.startsWith('elicitation') ? { client: acceptingForms() } : {}),
  ...(scenario.startsWith('auth/') ? { authProvider: () => authProviderFor(scenario, context) } : {}),
  // The suite has its own deadline, and the machine may be busy.
  timeouts: { connectMs: 25_000 },
  onDiagnostic: ({ message }) => console.error(message),
}

const connection = await connectMcpServer({ name: 'conformance', transport: 'http', url }, options)
try {
  for (const definition of (await connection.list()).definitions) {
    assert(isJsonObject(definition) && typeof definition.name === 'string')
    const result = await connection.call(definition.name, ARGUMENTS[definition.name] ?? {})
    console.error(definition.name, JSON.stringify(result))
  }
} finally {
  await connection.close()
}

/** Somebody who accepts every form as it is. */
function acceptingForms(): NonNullable<McpConnectOptions['client']> {
  return {
    capabilities: { elicitation: { form: { applyDefaults: true } } },
    onRequest: async () => ({ action: 'accept', content: {} }),
  }
}
