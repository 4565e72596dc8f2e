import { createContext, createDirectExposure, createGateway, serveStdio } from '@toolscout/gateway'
import { createScenarioContext } from './scenario-context.ts'
import { registerScenarioTools } from './served-gateway.ts'

// Started by a client: what the suite asks for, over stdio.

const gateway = createGateway({ discovery: { embedder: false } })
await registerScenarioTools(gateway)
serveStdio({
  gateway,
  exposure: createDirectExposure(gateway, { names: 'short' }),
  context: createContext(gateway, { local: createScenarioContext() }),
  name: 'conformance',
  version: '1.0.0',
})
