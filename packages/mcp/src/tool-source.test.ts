import { tmpdir } from 'node:os'
import type { ToolSource } from '@toolscout/model'
import { toolSourceObligations } from '@toolscout/testkit'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { connectMcpServer } from './connection/connect.ts'
import { type RemoteFixture, realServer, startEverything } from './fixtures/servers.ts'

const filesystem = {
  tools: [
    'read_file',
    'read_text_file',
    'read_media_file',
    'read_multiple_files',
    'write_file',
    'edit_file',
    'create_directory',
    'list_directory',
    'list_directory_with_sizes',
    'directory_tree',
    'move_file',
    'search_files',
    'get_file_info',
    'list_allowed_directories',
  ],
  working: { tool: 'list_allowed_directories', args: {} },
  failing: { tool: 'read_text_file', args: { path: '/no/such/file' } },
}

describe('a server over stdio is a ToolSource', () => {
  const create = (): Promise<ToolSource> => connectMcpServer(realServer('filesystem', tmpdir()))
  it.each(toolSourceObligations(filesystem))('$name', ({ check }) => check(create))
})

const everything = {
  tools: [
    'echo',
    'get-annotated-message',
    'get-env',
    'get-resource-links',
    'get-resource-reference',
    'get-structured-content',
    'get-sum',
    'get-tiny-image',
    'gzip-file-as-resource',
    'simulate-research-query',
    'toggle-simulated-logging',
    'toggle-subscriber-updates',
    'trigger-long-running-operation',
  ],
  working: { tool: 'echo', args: { message: 'hi' } },
  failing: { tool: 'echo', args: { message: 7 } },
}

describe.each(['streamableHttp', 'sse'] as const)('a server over %s is a ToolSource', (mode) => {
  let remote: RemoteFixture
  beforeAll(async () => {
    remote = await startEverything(mode)
  })
  afterAll(() => remote.stop())
  const transport = mode === 'sse' ? 'sse' : 'http'
  const create = (): Promise<ToolSource> =>
    connectMcpServer({ name: 'everything', transport, url: remote.url })
  it.each(toolSourceObligations(everything))('$name', ({ check }) => check(create))
})
