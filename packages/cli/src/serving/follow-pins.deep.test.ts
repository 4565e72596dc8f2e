import { readFile } from 'node:fs/promises'
import { expect, it, vi } from 'vitest'
import { DIFF, openBank, PAY } from '../fixtures/bank.ts'
import { type SpawnedCommand, spawnCommand } from '../fixtures/spawn-command.ts'
import type { TestHost } from '../fixtures/test-host.ts'

const WAITING = { timeout: 60_000, interval: 50 }

interface Serving extends SpawnedCommand {
  /** Names of the tools a client is shown now. */
  readonly names: () => Promise<readonly string[]>
  readonly end: () => Promise<void>
}

/** Serves all tools as they are, and is past the handshake. */
async function serve(host: TestHost): Promise<Serving> {
  const serving = spawnCommand(host, ['serve', '--exposure', 'direct'])
  const send = (message: object): void => {
    serving.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }
  let id = 1
  const ask = async (method: string, params: object): Promise<string> => {
    id += 1
    send({ id, method, params })
    await serving.said(`"id":${id}`)
    return (
      serving
        .stdout()
        .split('\n')
        .find((line) => line.includes(`"id":${id}`)) ?? ''
    )
  }
  const clientInfo = { name: 'test', version: '1' }
  await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
  send({ method: 'notifications/initialized' })
  return {
    ...serving,
    names: async () => {
      const { result } = JSON.parse(await ask('tools/list', {})) as { result: { tools: { name: string }[] } }
      return result.tools.map(({ name }) => name).filter((name) => name.startsWith('bank__'))
    },
    end: async () => {
      serving.child.stdin.end()
      expect(await serving.ended).toBe(0)
    },
  }
}

it('blocks a definition that changes with one line, and takes in that it is approved while it runs', async () => {
  const host = await openBank({ pins: { mode: 'block' } })
  const serving = await serve(host)
  await vi.waitFor(async () => expect(await serving.names()).toEqual(['bank__pay', 'bank__show']), WAITING)
  await host.offer(PAY.poisoned)
  await serving.said('blocked')
  expect(serving.stderr().match(/.*blocked.*/g)).toEqual([
    expect.stringMatching(
      /^warning: bank:pay changed \(new order, address or tool name: names files that hold secrets: .*\) and is blocked until "toolscout approve bank:pay@[0-9a-f]{32}"\.$/,
    ),
  ])
  expect(await serving.names()).toEqual(['bank__show'])
  await vi.waitFor(async () => expect((await host.run(['pins'])).stdout).toContain(DIFF[0]), WAITING)
  const before = serving.stdout().split('list_changed').length
  const [, command = ''] = /toolscout approve (\S+)"/.exec(serving.stderr()) ?? []
  await host.run(['approve', command])
  await serving.said('Approved: bank:pay.')
  await vi.waitFor(async () => expect(await serving.names()).toEqual(['bank__pay', 'bank__show']), WAITING)
  await vi.waitFor(
    () => expect(serving.stdout().split('list_changed').length).toBeGreaterThan(before),
    WAITING,
  )
  await serving.end()
})

it('knows what was trusted when it is started again, and of a server that comes while it runs', async () => {
  const host = await openBank({ pins: { mode: 'block' } })
  await host.run(['list'])
  await host.offer(PAY.poisoned)
  const again = await serve(host)
  await again.said('blocked')
  expect(await again.names()).toEqual(['bank__show'])
  await again.end()
  const once = await serve(host)
  await once.said('1 tool is blocked until approved (bank:pay); "toolscout pins" says why.')
  await once.end()
  const text = (await host.run(['pins'])).stdout
  expect(text).toContain(`  ${DIFF[0]}`)

  const config = JSON.parse(await readFile(`${host.cwd}/.toolscout.json`, 'utf8')) as {
    mcpServers: { bank: object }
  }
  const off = { bank: { ...config.mcpServers.bank, disabled: true } }
  await host.write('.toolscout.json', { ...config, mcpServers: off })
  const third = await serve(host)
  expect(await third.names()).toEqual([])
  await host.write('.toolscout.json', config)
  await third.said('bank was added.')
  await vi.waitFor(async () => expect(await third.names()).toEqual(['bank__show']), WAITING)
  await third.end()
})
