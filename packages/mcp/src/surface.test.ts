import { expect, it } from 'vitest'
import * as surface from './index.ts'

it('exports these names and no others', () => {
  expect(Object.keys(surface).sort()).toEqual([
    'DEFAULT_CLOSE_GRACE_MS',
    'DEFAULT_CONNECT_CONCURRENCY',
    'DEFAULT_MCP_LIMITS',
    'DEFAULT_MCP_TIMEOUTS',
    'MAX_CONFIG_BYTES',
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
    'createLineReader',
    'createPlaceFinder',
    'describeMcpServer',
    'describePlace',
    'identifyMcpServer',
    'loadMcpConfig',
    'matchesPattern',
    'parseJsonc',
    'parseMcpConfig',
    'parseMcpServers',
    'readMcpConfig',
  ])
})
