import type { LocalTool, ToolCallContext } from '@toolscout/model'
import {
  type ContextSource,
  createContext,
  createDirectExposure,
  createRegistry,
  type HttpServing,
  type Registry,
  serveHttp,
} from '@toolscout/registry'
import { createScenarioContext } from './scenario-context.ts'
import { SCENARIO_TOOLS, type ScenarioTool } from './scenario-tools.ts'

/** Serves what the suite asks for as tools, resources and prompts of this process. */
export async function serveLocally(): Promise<HttpServing> {
  const registry = createRegistry({ discovery: { embedder: false } })
  await registerScenarioTools(registry)
  return serve(registry, createScenarioContext())
}

/** Serves a server that has what the suite asks for, with the registry in between. */
export async function serveGateway(url: string): Promise<HttpServing> {
  const registry = createRegistry({
    discovery: { embedder: false },
    relay: { sampling: {}, elicitation: {}, roots: {} },
  })
  registry.addServer({ name: 'fixture', transport: 'http', url })
  return serve(registry, createContext(registry))
}

/** Registers what the suite asks for as functions of this process. */
export async function registerScenarioTools(registry: Registry): Promise<void> {
  await registry.register(SCENARIO_TOOLS.map(toLocalTool))
}

async function serve(registry: Registry, context: ContextSource): Promise<HttpServing> {
  const exposure = createDirectExposure(registry, { names: 'short' })
  return serveHttp(
    { registry, exposure, context, name: 'conformance', version: '1.0.0' },
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
        request: async (method, params) =>
          client === undefined
            ? Promise.reject(new TypeError('Nobody called.'))
            : client.request(method, params),
        hangUp: () => undefined,
      }),
    }),
  }
}
