import {
  type ContextSource,
  createDirectExposure,
  createGateway,
  type Gateway,
  type HttpServing,
  serveHttp,
} from '@toolscout/gateway'
import type { Exposure, LocalTool, ToolCallContext } from '@toolscout/model'
import { ASKING_TOOLS } from './asking-tools.ts'
import { SCENARIO_CONTEXT } from './scenario-context.ts'
import { SCENARIO_TOOLS, type ScenarioTool } from './scenario-tools.ts'
import { TASK_TOOLS } from './task-tools.ts'

/** Serves what the suite asks for as tools, resources and prompts of this process. */
export async function serveLocally(): Promise<HttpServing> {
  const gateway = createGateway({ discovery: { embedder: false } })
  await registerScenarioTools(gateway)
  await gateway.register([...ASKING_TOOLS, ...TASK_TOOLS].map(toLocalTool))
  await gateway.register([changing(gateway)])
  return serve(gateway, SCENARIO_CONTEXT)
}

/** Changes the tools whenever it is called. */
function changing(gateway: Gateway): LocalTool {
  let count = 0
  return {
    name: 'test_trigger_tool_change',
    description: 'Adds a tool.',
    inputSchema: { type: 'object' },
    execute: async () => {
      count += 1
      const description = 'Came just now.'
      await gateway.register([
        { name: `added_${count}`, description, inputSchema: { type: 'object' }, execute: () => 'here' },
      ])
      return 'changed'
    },
  }
}

/** Serves a server that has what the suite asks for, with the gateway in between. */
export async function serveGateway(url: string): Promise<HttpServing> {
  const gateway = createGateway({
    discovery: { embedder: false },
    relay: { sampling: {}, elicitation: {}, roots: {} },
  })
  gateway.addServer({ name: 'fixture', transport: 'http', url })
  return serve(gateway, true)
}

/** Registers what the suite asks for as functions of this process. */
export async function registerScenarioTools(gateway: Gateway): Promise<void> {
  await gateway.register(SCENARIO_TOOLS.map(toLocalTool))
}

/** All tools under their own names, because the suite calls them by those. */
function createOwnNames(gateway: Gateway): Exposure {
  const direct = createDirectExposure(gateway)
  const { length } = FIXTURE_PREFIX
  return {
    ...direct,
    list: (principal) =>
      direct
        .list(principal)
        .map((tool) =>
          tool.name.startsWith(FIXTURE_PREFIX) ? { ...tool, name: tool.name.slice(length) } : tool,
        ),
    call: async (name, args, call) => {
      const isFixture = gateway.resolve(FIXTURE_PREFIX + name) !== undefined
      return direct.call(isFixture ? FIXTURE_PREFIX + name : name, args, call)
    },
  }
}

const FIXTURE_PREFIX = 'fixture__'

async function serve(gateway: Gateway, context: ContextSource | true): Promise<HttpServing> {
  const exposure = createOwnNames(gateway)
  return serveHttp(
    { gateway, exposure, context, name: 'conformance', version: '1.0.0' },
    // The suite has no token to show.
    { authenticate: async () => 'suite' },
  )
}

function toLocalTool({ name, description, inputSchema, run }: ScenarioTool): LocalTool {
  return {
    name,
    description,
    inputSchema,
    execute: async (args: Parameters<typeof run>[0], { progress, client }: ToolCallContext) => ({
      content: await run(args, {
        progress: (done, total) => progress({ progress: done, total }),
        log: (data) => client?.log({ level: 'info', data }),
        request: async (method, params, key) =>
          client === undefined
            ? Promise.reject(new TypeError('Nobody called.'))
            : client.request(method, params, { key }),
        can: (capability) => client?.capabilities[capability] !== undefined,
        hangUp: () => undefined,
      }),
    }),
  }
}
