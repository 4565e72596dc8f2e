import { tmpdir } from 'node:os'
import { realServer as server } from '@toolscout/testbed/servers'
import { expect, it } from 'vitest'
import { oddServer, open } from './fixtures/open-discovery.ts'

it('real ones are connected, found, described and called; broken ones are told apart', async () => {
  const scout = open()
  const registered: string[] = []
  const report = await scout.connectServers(
    {
      mcpServers: {
        everything: server('everything'),
        files: server('filesystem', tmpdir()),
        gone: { command: 'no-such-command' },
        odd: { command: 3 },
        off: { command: 'x', disabled: true },
      },
    },
    { onRegistered: ({ source }) => registered.push(source) },
  )
  expect(report.connected.map(({ source, registered: ids }) => [source, ids.length])).toEqual([
    ['everything', 13],
    ['files', 14],
  ])
  expect(registered.sort()).toEqual(['everything', 'files'])
  expect(report.failures.map(({ name, error }) => [name, error.code]).sort()).toEqual([
    ['gone', 'MCP_CONNECT_FAILED'],
    ['odd', 'MCP_CONFIG_INVALID'],
  ])
  expect(report.disabled).toEqual(['off'])
  expect((await scout.search('rename or move a file')).hits[0]?.id).toBe('files:move_file')
  expect((await scout.describe('everything:get-sum')).docs[0]?.schemaInfo?.required).toEqual(['a', 'b'])
  expect((await scout.call('everything:get-sum', { a: 2, b: 3 })).content).toEqual([
    { type: 'text', text: 'The sum of 2 and 3 is 5.' },
  ])
  expect((await scout.call('everything:get-sum', { a: 'two', b: 3 })).isError).toBe(true)
  expect((await scout.call('files:read_text_file', { path: '/no/such/file' })).isError).toBe(true)
  await scout.close()
  expect(scout.index.size).toBe(0)
  await expect(scout.connectServers({ mcpServers: {} })).rejects.toMatchObject({ code: 'DISCOVERY_CLOSED' })
  await scout.close()
})

it('a configuration that cannot be read is an error; a server twice is told', async () => {
  const scout = open()
  await expect(scout.connectServers('/no/such/config.json')).rejects.toMatchObject({
    code: 'MCP_CONFIG_INVALID',
  })
  const config = { mcpServers: { memory: server('memory') } }
  expect((await scout.connectServers(config)).connected).toHaveLength(1)
  const again = await scout.connectServers(config)
  expect(again.failures.map(({ error }) => error.code)).toEqual(['SOURCE_EXISTS'])
  expect((await scout.call('memory:read_graph', {})).isError).not.toBe(true)
})

it('a server whose name is taken is not started; one that has ended is replaced', async () => {
  const ended: unknown[] = []
  const scout = open({
    onError: ({ kind, error, source }) => ended.push([kind, (error as { code?: string }).code, source]),
  })
  const config = { mcpServers: { odd: oddServer('usual') } }
  await scout.connectServers(config)
  const states: string[] = []
  const again = await scout.connectServers(config, { onProgress: ({ state }) => states.push(state) })
  expect([again.failures.map(({ error }) => error.code), states]).toEqual([['SOURCE_EXISTS'], []])
  expect(await scout.call('odd:die')).toMatchObject({
    isError: true,
    structuredContent: { outcome: 'unknown' },
  })
  expect([ended, scout.size]).toEqual([[['sourceClosed', 'MCP_CLOSED', 'odd']], 3])
  expect((await scout.connectServers(config)).connected[0]?.unchanged).toHaveLength(3)
  expect((await scout.call('odd:ping')).content).toEqual([{ type: 'text', text: 'pong' }])
})

it('the deadline of a configuration holds for calls', async () => {
  const scout = open()
  await scout.connectServers({ mcpServers: { odd: oddServer('usual', { timeout: 2_000 }) } })
  expect(await scout.call('odd:hang')).toMatchObject({
    content: [{ text: expect.stringContaining('took longer than 2 seconds') }],
    structuredContent: { outcome: 'unknown' },
  })
})

it('giving up removes what was connected so far', async () => {
  const scout = open()
  const mcpServers = { files: server('filesystem', tmpdir()), slow: oddServer('list-hangs') }
  const stop = new AbortController()
  const connecting = scout.connectServers(
    { mcpServers },
    { signal: stop.signal, onRegistered: () => stop.abort(new RangeError('enough')) },
  )
  await expect(connecting).rejects.toThrow('enough')
  expect(scout.index.size).toBe(0)
  await expect(scout.connectServers({ mcpServers: { slow: oddServer('usual') } })).resolves.toMatchObject({
    connected: [{ source: 'slow' }],
  })
})

it('a mistake in a callback ends the whole and leaves nothing', async () => {
  const scout = open()
  const mcpServers = { odd: oddServer('usual'), slow: oddServer('list-hangs') }
  const onRegistered = (): never => {
    throw new RangeError('mistake')
  }
  await expect(scout.connectServers({ mcpServers }, { onRegistered })).rejects.toThrow('mistake')
  expect(scout.index.size).toBe(0)
})

it('closing ends what is being connected', async () => {
  const scout = open()
  const connecting = scout.connectServers(
    { mcpServers: { slow: oddServer('list-hangs'), odd: oddServer('usual') } },
    { onRegistered: () => void scout.close() },
  )
  await expect(connecting).rejects.toMatchObject({ code: 'DISCOVERY_CLOSED' })
  await scout.close()
  expect(scout.index.size).toBe(0)
})
