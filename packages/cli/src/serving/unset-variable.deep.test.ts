import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { connectServe } from '../fixtures/serve-client.ts'
import { createTestHost, DESK } from '../fixtures/test-host.ts'

it('the answer to a model names the variable a server lacks, and its tools come once .env has it', async () => {
  const host = await createTestHost()
  const env = { TOKEN: '$' + '{DESK_TOKEN}' }
  await host.write('.toolscout.json', { mcpServers: { desk: { ...DESK, env }, other: DESK } })
  const client = await connectServe(host)
  const call = async (): Promise<string> =>
    JSON.stringify(
      await client.callTool({ name: 'call_tool', arguments: { name: 'desk:send_mail', arguments: {} } }),
    )
  const file = join(host.cwd, '.env')
  expect(await call()).toContain(`is configured and needs DESK_TOKEN, which is not set: put it into ${file}`)
  await writeFile(file, 'DESK_TOKEN=swordfish\n', { mode: 0o600 })
  // The arguments are checked by then, since the tool is known.
  await vi.waitFor(async () => expect(await call()).toContain('INVALID_ARGUMENTS'), {
    timeout: 30_000,
    interval: 200,
  })
  await writeFile(file, '')
  await vi.waitFor(async () => expect(await call()).toContain('needs DESK_TOKEN'), {
    timeout: 30_000,
    interval: 200,
  })
})
