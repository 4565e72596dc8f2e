import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type SearchDocument, toToolSummary } from '@toolscout/model'
import { toSearchDocument } from '@toolscout/schema'
import { createBm25Searcher } from '@toolscout/search'
import type { PostgresServer } from '@toolscout/testkit/postgres'
import { build, defaultServerConditions } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { batchAt, type ExpectedContents, expectBatch, randomNumbers } from '../sqlite/fixtures/batches.ts'
import { hasPostgres, startRealPostgres } from './fixtures/engines.ts'
import { openPostgresStore } from './open-postgres-store.ts'

/** `npm run torture:store -- --postgres` runs a thousand. */
const CYCLES = Number(process.env.TOOLSCOUT_TORTURE_CYCLES ?? 12)
const PER_CYCLE_MS = 20_000
/** One cycle in so many the database is killed as well. */
const CRASHES = 5
const SCHEMA = 'torture'

// Inside node_modules, so that the bundle finds its packages and nothing is left in the sources.
const bundle = fileURLToPath(new URL(`../../node_modules/.node-${process.pid}`, import.meta.url))
const conditions = ['@toolscout/source', ...defaultServerConditions]

describe.skipIf(!hasPostgres)('torture on PostgreSQL', () => {
  let server: PostgresServer
  beforeAll(async () => {
    // What was acknowledged must survive, so here everything is written out.
    server = await startRealPostgres(['-c fsync=on'])
    await build({
      configFile: false,
      logLevel: 'silent',
      root: import.meta.dirname,
      resolve: { conditions },
      ssr: { noExternal: [/^@toolscout\//], resolve: { conditions } },
      build: {
        ssr: fileURLToPath(new URL('fixtures/tortured-node.ts', import.meta.url)),
        outDir: bundle,
        emptyOutDir: true,
        target: 'node20',
      },
    })
  }, 120_000)
  afterAll(async () => {
    rmSync(bundle, { recursive: true, force: true })
    await server.stop()
  })

  /** Has a process write until it has acknowledged so many batches, kills it there, and gives the last it told of. */
  async function writeAndKill(batches: number): Promise<number | undefined> {
    const { host } = server.connection
    const node = spawn(process.execPath, [join(bundle, 'tortured-node.js'), host, SCHEMA], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let told = ''
    let complaint = ''
    node.stderr.on('data', (chunk) => {
      complaint += String(chunk)
    })
    node.stdout.on('data', (chunk) => {
      told += String(chunk)
      if (told.split('\n').length > batches) node.kill('SIGKILL')
    })
    const [, signal] = (await once(node, 'close')) as [number | null, string | null]
    expect(signal, complaint).toBe('SIGKILL')
    return told.split('\n').slice(0, -1).map(Number).at(-1)
  }

  /** A database goes on with what a killed process asked for; resolves when it has noticed. */
  async function untilAlone(): Promise<void> {
    const { default: pg } = await import('pg')
    const client = new pg.Client(server.connection)
    await client.connect()
    const text = `select count(*)::int as left from pg_stat_activity where application_name = 'tortured'`
    while ((await client.query<{ left: number }>(text)).rows[0]?.left !== 0);
    await client.end()
  }

  it(
    `loses nothing that was acknowledged when its writer is killed, ${CYCLES} times`,
    async () => {
      const expected: ExpectedContents = { records: new Map(), items: new Map() }
      const random = randomNumbers(CYCLES)
      const store = await openPostgresStore({ connection: server.connection, schema: SCHEMA })
      let revision = 0
      for (let cycle = 0; cycle < CYCLES; cycle += 1) {
        const acknowledged = (await writeAndKill(1 + random(25))) ?? revision
        if (cycle % CRASHES === CRASHES - 1) {
          await server.crash()
          await server.start()
        } else await untilAlone()
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
        const memory = createBm25Searcher()
        const upserts = Array.from(expected.records.values(), ({ tool, backends, notes }): SearchDocument => {
          return toSearchDocument({ tool, summary: toToolSummary(tool, backends), notes })
        })
        memory.apply({ upserts, removals: [] })
        for (const query of ['word', `of ${revision}`, `tool ${cycle}`]) {
          const { hits } = await memory.search({ query, limit: 20 })
          expect((await store.search({ query, limit: 20 })).hits).toEqual(hits)
        }
      }
      expect(revision).toBeGreaterThan(CYCLES)
      await store.close()
    },
    CYCLES * PER_CYCLE_MS,
  )
})
