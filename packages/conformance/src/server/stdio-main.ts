import { createDirectExposure, createGateway, serveStdio } from '@toolscout/gateway'
import { SCENARIO_CONTEXT } from './scenario-context.ts'
import { registerScenarioTools } from './served-gateway.ts'

// Started by a client: what the suite asks for, over stdio.

const gateway = createGateway({ discovery: { embedder: false } })
await registerScenarioTools(gateway)
serveStdio({
  gateway,
  exposure: createDirectExposure(gateway),
  context: SCENARIO_CONTEXT,
  name: 'conformance',
  version: '1.0.0',
})
