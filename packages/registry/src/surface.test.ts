import { expect, it } from 'vitest'
import * as surface from './index.ts'

it('exports these names and no others', () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "CAPABILITY_RULES",
      "ClientUnclearError",
      "DEFAULT_CHANGE_DEBOUNCE_MS",
      "DEFAULT_HTTP_LIMITS",
      "DEFAULT_META_LIMITS",
      "DEFAULT_META_NAMES",
      "DEFAULT_SERVER_LIMITS",
      "DEFAULT_SETTLE_MS",
      "DEFAULT_START_WAIT_MS",
      "DEFAULT_TOOLBOX_SETTINGS",
      "FAILURE_META_KEY",
      "LATENCIES_KEPT",
      "PinStaleError",
      "RPC_CODES",
      "RegistryStateError",
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
      "createLocalContext",
      "createLoomExposure",
      "createMatchReasons",
      "createMetaExposure",
      "createOpencodeToolboxExposure",
      "createRegistry",
      "hitConfidence",
      "joinSaid",
      "rateCapabilities",
      "readCredentials",
      "readSaidTerms",
      "serveHttp",
      "serveStdio",
      "toCapability",
    ]
  `)
})
