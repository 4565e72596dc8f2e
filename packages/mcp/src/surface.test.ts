import { expect, it } from 'vitest'
import * as surface from './index.ts'
import * as internal from './internal.ts'

it('exports what an application needs', () => {
  expect(Object.keys(surface).sort()).toEqual([
    'McpAuthError',
    'McpCallError',
    'McpClientRefusedError',
    'McpClosedError',
    'McpConfigError',
    'McpConnectError',
    'McpListError',
    'McpRequestError',
    'McpTimeoutError',
    'McpTransportError',
    'McpVariableMissingError',
    'connectMcpServer',
    'connectMcpServers',
    'identifyMcpServer',
    'loadMcpConfig',
    'parseMcpConfig',
  ])
})

it('shares with our packages', () => {
  expect(Object.keys(internal).sort()).toEqual([
    'MAX_CONFIG_BYTES',
    'callEntry',
    'createLineReader',
    'createNamedUrlGuard',
    'createPlaceFinder',
    'createRedactor',
    'describeMcpServer',
    'describePlace',
    'isDeeperThan',
    'isListChange',
    'knownEra',
    'launcherOf',
    'listEntries',
    'listItems',
    'matchesPattern',
    'parseJsonc',
    'parseLine',
    'parseMcpServers',
    'readInside',
    'recallEra',
    'revokeTokens',
    'withEntries',
  ])
})
