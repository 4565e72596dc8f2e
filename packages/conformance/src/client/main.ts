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
const given: unknown = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}')
assert(isJsonObject(given))
const context: JsonObject = given

/** Which tool a scenario wants called, where it is not the first one. */
const ARGUMENTS: Readonly<Record<string, JsonObject>> = { add_numbers: { a: 5, b: 3 } }

/** Scenarios whose server asks its client. */
const ASKING = /^(?:elicitation|sep-2322)/

/** A tool that its scenario lists and does not run, and one that gives back the schema of another. */
const UNCALLED = 'lookup_user'
const ECHO = 'json_schema_echo'

const options: McpConnectOptions = {
  ...(ASKING.test(scenario) ? { client: acceptingForms() } : {}),
  ...(scenario.startsWith('auth/') ? { authProvider: () => authProviderFor(scenario, context) } : {}),
  // The suite has its own deadline, and the machine may be busy.
  timeouts: { connectMs: 25_000 },
  onDiagnostic: ({ message }) => console.error(message),
}

const connection = await connectMcpServer({ name: 'conformance', transport: 'http', url }, options)
try {
  const definitions = (await connection.list()).definitions.filter(isJsonObject)
  for (const { name, arguments: args } of callsOf(definitions)) {
    const result = await connection.call(name, args)
    console.error(name, JSON.stringify(result))
  }
} finally {
  await connection.close()
}

/** What a scenario wants called: what it says itself, else each tool once. */
function callsOf(definitions: readonly JsonObject[]): readonly Call[] {
  if (Array.isArray(context.toolCalls)) return context.toolCalls as readonly Call[]
  const [focal] = definitions
  return definitions.flatMap(({ name }) => {
    if (typeof name !== 'string' || name === UNCALLED) return []
    // This one is to give back the schema of the other.
    return [
      { name, arguments: name === ECHO ? { schema: focal?.inputSchema ?? {} } : (ARGUMENTS[name] ?? {}) },
    ]
  })
}

interface Call {
  readonly name: string
  readonly arguments: JsonObject
}

/** Somebody who accepts every form as it is. */
function acceptingForms(): NonNullable<McpConnectOptions['client']> {
  return {
    capabilities: { elicitation: { form: { applyDefaults: true } } },
    onRequest: async () => ({ action: 'accept', content: {} }),
  }
}
