// A catalog in one file: there at once after a restart, and after a process that was killed.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Discovery, openDiscovery } from '@toolscout/discovery'
import { openSqliteStore } from '@toolscout/store/sqlite'

const inputSchema = { type: 'object' } as const
const SUBJECTS = ['invoice', 'contract', 'forecast', 'shipment', 'meeting'] as const
const VERBS = ['create', 'find', 'archive', 'translate'] as const
const tools = Array.from({ length: 2_000 }, (_, i) => {
  const [verb, subject] = [VERBS[i % 4], SUBJECTS[Math.floor(i / 4) % 5]]
  return {
    name: `${verb}_${subject}_${i}`,
    description: `Can ${verb} a ${subject} of branch ${i}`,
    inputSchema,
  }
})

const open = async (path: string): Promise<Discovery> =>
  openDiscovery({ store: await openSqliteStore({ path }), embedder: false })

const [, program, pathToKill] = process.argv
if (pathToKill !== undefined) {
  // The second process: what a promise resolved for is on the disk, so it may end at once.
  const scout = await open(pathToKill)
  await scout.register([{ name: 'ring_bell', description: 'Rings the bell of the house', inputSchema }])
  process.kill(process.pid, 'SIGKILL')
}

const folder = mkdtempSync(join(tmpdir(), 'toolscout-persistence-'))
const path = join(folder, 'catalog.db')
try {
  const first = await open(path)
  await first.register(tools)
  const before = await first.search('find the contract of branch 805', { limit: 3 })
  await first.close()

  const start = performance.now()
  const second = await open(path)
  const after = await second.search('find the contract of branch 805', { limit: 3 })
  console.log(`${second.index.size} tools, first answer after ${Math.round(performance.now() - start)} ms:`)
  console.log(after.hits.map(({ id, score }) => `  ${score.toFixed(2)} ${id}`).join('\n'))
  assert.deepEqual(after.hits, before.hits)
  await second.close()

  const { signal } = spawnSync(process.execPath, [program ?? fileURLToPath(import.meta.url), path])
  assert.equal(signal, 'SIGKILL')
  const third = await open(path)
  assert.equal((await third.search('ring the bell')).hits[0]?.id, 'ring_bell')
  console.log(`After the kill: ${third.index.size} tools, ring_bell among them.`)
  await third.close()

  // The file can be checked against itself.
  const store = await openSqliteStore({ path })
  assert.deepEqual((await store.verify()).faults, [])
  await store.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
