import { expect, it } from 'vitest'
import * as surface from './index.ts'

it('exports these names and no others', () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "ClientUnclearError",
      "DEFAULT_CHANGE_DEBOUNCE_MS",
      "DEFAULT_HTTP_LIMITS",
      "DEFAULT_SERVER_LIMITS",
      "DEFAULT_SETTLE_MS",
      "DEFAULT_START_WAIT_MS",
      "FAILURE_META_KEY",
      "GatewayStateError",
      "LATENCIES_KEPT",
      "PinStaleError",
      "RPC_CODES",
      "RequestRefusedError",
      "SEARCH_META_KEY",
      "ServerExistsError",
      "ServerNotFoundError",
      "ServerUnavailableError",
      "allowedNames",
      "checkRequest",
      "createContext",
      "createDeferredExposure",
      "createDirectExposure",
      "createGateway",
      "createLocalContext",
      "createMetaExposure",
      "placeOfServer",
      "readCredentials",
      "serveHttp",
      "serveStdio",
    ]
  `)
})
