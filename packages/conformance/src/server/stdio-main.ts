import { createContext, createDirectExposure, createRegistry, serveStdio } from '@toolscout/registry'
import { createScenarioContext } from './scenario-context.ts'
import { registerScenarioTools } from './served-registry.ts'

// Started by a client: what the suite asks for, over stdio.

const registry = createRegistry({ discovery: { embedder: false } })
await registerScenarioTools(registry)
serveStdio({
  registry,
  exposure: createDirectExposure(registry, { names: 'short' }),
  context: createContext(registry, { local: createScenarioContext() }),
  name: 'conformance',
  version: '1.0.0',
})
