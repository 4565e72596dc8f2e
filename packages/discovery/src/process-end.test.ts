import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build, defaultServerConditions } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'

const run = promisify(execFile)
const conditions = ['@toolscout/source', ...defaultServerConditions]
// Written out, so that whoever looks for what uses a file finds it.
const host = fileURLToPath(new URL('fixtures/host.ts', import.meta.url))
const oddServer = fileURLToPath(new URL('fixtures/odd-server.mjs', import.meta.url))
// Inside node_modules, so that the bundle finds its packages and nothing is left in the sources.
const folder = fileURLToPath(new URL(`../node_modules/.host-${process.pid}`, import.meta.url))

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'silent',
    root: import.meta.dirname,
    resolve: { conditions },
    ssr: { noExternal: true, resolve: { conditions } },
    build: { ssr: host, outDir: folder, emptyOutDir: true, target: 'node20' },
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const outputOf = async (mode: string): Promise<string> => {
  const { stdout } = await run(process.execPath, [`${folder}/host.js`, mode, oddServer])
  return stdout.trim()
}

it('the process waits for the outcome of a call', async () => {
  expect(await outputOf('waits-for-call')).toBe('CALL_TIMEOUT')
})

it('the process ends when the facade is closed while servers are connected', async () => {
  const lines = new Set((await outputOf('closes-while-connecting')).split('\n'))
  expect([...lines].sort()).toEqual(['DISCOVERY_CLOSED', 'closed'])
})
