import { createGateway } from '@toolscout/gateway'
import { expect, it, onTestFinished } from 'vitest'
import { loadLayers, usableServers } from '../config/layers.ts'
import { createTestHost, DESK } from '../fixtures/test-host.ts'
import type { CliHost } from '../host.ts'
import { ServedKeeper } from './keep-served.ts'

it('says nothing of a listing that Ctrl-C kept from being cached', async () => {
  const { home, cwd, write } = await createTestHost()
  await write('.toolscout.json', { mcpServers: { desk: DESK } })
  const stopped = new AbortController()
  const stream = { write: () => {}, isTerminal: false }
  const host: CliHost = {
    ...{ home, cwd, env: {}, platform: process.platform, now: Date.now, signal: stopped.signal },
    ...{ stdout: stream, stderr: stream, stdin: (async function* () {})() },
  }
  const gateway = createGateway({ discovery: { embedder: false } })
  onTestFinished(() => gateway.stop())
  const warnings: string[] = []
  let loads = 0
  const keeper = new ServedKeeper({
    gateway,
    load: async () => {
      const layers = await loadLayers(host, {})
      stopped.abort('SIGINT')
      loads += 1
      return layers
    },
    host,
    warn: (line) => warnings.push(line),
  })
  for (const desk of usableServers(await loadLayers(host, {}))) gateway.addServer(desk)
  gateway.start()
  // Keeping begins again only after it has failed.
  const again = async (): Promise<number> => {
    await gateway.refreshServer('desk')
    return loads
  }
  await expect.poll(again, { timeout: 30_000 }).toBeGreaterThan(1)
  await keeper.stop()
  expect(warnings).toEqual([])
})
