import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { connectMcpServer } from '@toolscout/mcp'
import { expect, it, onTestFinished } from 'vitest'
import { findSuite } from '../suite.ts'

const suite = findSuite()
const MAIN = fileURLToPath(new URL('./http-main.ts', import.meta.url))

it.skipIf(suite === undefined)('what is served over HTTP on a newer Node.js arrives whole', async () => {
  const child = spawn(suite?.node ?? '', ['--conditions=@toolscout/source', MAIN], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  })
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    await exit
  })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  const { url, token } = JSON.parse(String(line)) as { readonly url: string; readonly token: string }
  const headers = { authorization: `Bearer ${token}` }
  const served = await connectMcpServer({ name: 'newer', transport: 'http', url, headers })
  expect((await served.list()).definitions).toHaveLength(2)
  for (const times of [1, 1_000, 15_000]) {
    const { content } = await served.call('repeat', { word: 'ha', times })
    expect(content).toEqual([{ type: 'text', text: 'ha'.repeat(times) }])
  }
  await served.close()
})
