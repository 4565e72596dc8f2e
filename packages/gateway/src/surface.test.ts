import { expect, it } from 'vitest'
import * as surface from './index.ts'

it('exports these names and no others', () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "GatewayStateError",
      "PinStaleError",
      "RequestRefusedError",
      "ServerExistsError",
      "ServerNotFoundError",
      "ServerUnavailableError",
      "createDeferredExposure",
      "createDirectExposure",
      "createGateway",
      "createMetaExposure",
      "serveHttp",
      "serveStdio",
    ]
  `)
})
