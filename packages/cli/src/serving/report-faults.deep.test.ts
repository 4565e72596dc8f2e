import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { spawnCommand } from '../fixtures/spawn-command.ts'
import { createTestHost, DESK } from '../fixtures/test-host.ts'

/** Throws where nothing catches it, twice at each signal: in a callback and in a promise. */
const FAULTY = `
let signals = 0
process.on('SIGUSR2', () => {
  process.stderr.write('signal ' + ++signals + '.\\n')
  setImmediate(() => { throw new RangeError('secret-of-a-server') })
  Promise.reject(new TypeError('secret-of-a-server'))
})`

it('goes on serving after errors that nothing caught, and says so without their words', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', { mcpServers: { desk: DESK } })
  const faulty = await host.write('faulty.mjs', FAULTY)
  const serving = spawnCommand(host, ['serve', '--exposure', 'direct'], {
    NODE_OPTIONS: `--import=${faulty}`,
  })
  const ask = (id: number, method: string, params: object = {}): void => {
    serving.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
  }
  const clientInfo = { name: 'test', version: '1' }
  ask(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
  await serving.said('"id":1')
  for (let i = 0; i < 5; i += 1) {
    serving.child.kill('SIGUSR2')
    await serving.said(`signal ${i + 1}.`)
    ask(10 + i, 'ping')
    await serving.said(`"id":${10 + i}`)
  }
  await serving.said('10 so far.')
  ask(2, 'tools/call', { name: 'desk__add_numbers', arguments: { a: 2, b: 40 } })
  await serving.said('"id":2')
  expect(serving.stdout()).toContain('42')
  serving.child.stdin.end()
  expect(await serving.ended).toBe(0)
  expect(serving.stderr().match(/was not caught/g)).toHaveLength(2)
  expect(serving.stderr()).toMatch(/serving goes on \(\w+Error at .*faulty\.mjs:\d+:\d+\)?\); 1 so far/)
  expect(serving.stderr()).not.toContain('secret-of-a-server')
}, 60_000)

/** Kills the process in the moment before it puts into its place what it has written. */
const KILLED = `
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
fs.rename = () => process.kill(process.pid, 'SIGKILL')
syncBuiltinESMExports()`

it('leaves no draft of a run that was killed to the next start', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', { mcpServers: { desk: DESK } })
  const killed = await host.write('killed.mjs', KILLED)
  const drafts = async (): Promise<readonly string[]> => {
    const entries = await readdir(host.home, { recursive: true })
    return entries.filter((entry) => /draft-[^/]+$/.test(entry))
  }
  expect(await spawnCommand(host, ['list'], { NODE_OPTIONS: `--import=${killed}` }).ended).toBe('SIGKILL')
  expect(await drafts()).toHaveLength(1)
  expect(await spawnCommand(host, ['list']).ended).toBe(0)
  expect(await drafts()).toEqual([])
  expect(existsSync(join(host.home, '.cache/toolscout/catalogs'))).toBe(true)
}, 60_000)
