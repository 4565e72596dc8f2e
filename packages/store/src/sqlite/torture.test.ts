import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, defaultServerConditions } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { batchAt, type ExpectedContents, expectBatch, randomNumbers } from './fixtures/batches.ts'
import { DRIVER, makeFolder } from './fixtures/places.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

/** `npm run torture:store` runs a thousand. */
const CYCLES = Number(process.env.TOOLSCOUT_TORTURE_CYCLES ?? 60)
const PER_CYCLE_MS = 20_000

const folder = makeFolder()
// Inside node_modules, so that the bundle finds its packages and nothing is left in the sources.
const bundle = fileURLToPath(new URL(`../../node_modules/.writer-${process.pid}`, import.meta.url))
const conditions = ['@toolscout/source', ...defaultServerConditions]

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'silent',
    root: import.meta.dirname,
    resolve: { conditions },
    ssr: { noExternal: [/^@toolscout\//], resolve: { conditions } },
    build: {
      ssr: fileURLToPath(new URL('fixtures/tortured-writer.ts', import.meta.url)),
      outDir: bundle,
      emptyOutDir: true,
      target: 'node20',
    },
  })
})
afterAll(async () => {
  rmSync(bundle, { recursive: true, force: true })
  await folder.dispose()
})

/** Has a process write until it has acknowledged so many batches, kills it there, and gives the last it told of. */
async function writeAndKill(path: string, batches: number): Promise<number | undefined> {
  const writer = spawn(process.execPath, [join(bundle, 'tortured-writer.js'), path], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let told = ''
  let complaint = ''
  writer.stderr.on('data', (chunk) => {
    complaint += String(chunk)
  })
  writer.stdout.on('data', (chunk) => {
    told += String(chunk)
    if (told.split('\n').length > batches) writer.kill('SIGKILL')
  })
  const [, signal] = (await once(writer, 'close')) as [number | null, string | null]
  expect(signal, complaint).toBe('SIGKILL')
  return told.split('\n').slice(0, -1).map(Number).at(-1)
}

it(
  `loses nothing that was acknowledged when its writer is killed, ${CYCLES} times`,
  async () => {
    const path = join(folder.path, 'catalog.db')
    const expected: ExpectedContents = { records: new Map(), items: new Map() }
    const random = randomNumbers(CYCLES)
    let revision = 0
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      const acknowledged = (await writeAndKill(path, 1 + random(25))) ?? revision
      const store = await openSqliteStore({ path, driver: DRIVER })
      const found = await store.revision()
      // At most one batch was on its way.
      expect([acknowledged, acknowledged + 1]).toContain(found)
      for (let n = revision + 1; n <= found; n += 1) expectBatch(expected, batchAt(n))
      revision = found
      const records: [string, unknown][] = []
      for await (const record of store.load()) records.push([record.tool.id, record])
      expect(new Map(records)).toEqual(expected.records)
      const items = await store.items('source')
      expect(new Map(items.map(({ key, value }) => [key, value]))).toEqual(expected.items)
      expect((await store.verify()).faults).toEqual([])
      await store.close()
    }
    expect(revision).toBeGreaterThan(CYCLES)
  },
  CYCLES * PER_CYCLE_MS,
)
