import type { PostgresServer } from '@toolscout/testkit/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExpectedContents, randomNumbers } from '../fixtures/batches.ts'
import {
  bundleTorturedProcess,
  expectAcknowledged,
  type TorturedProcess,
} from '../fixtures/tortured-process.ts'
import { hasPostgres, startRealPostgres } from './fixtures/engines.ts'
import { openPostgresStore } from './open-postgres-store.ts'

/** `npm run torture:store -- --postgres` runs a thousand. */
const CYCLES = Number(process.env.TOOLSCOUT_TORTURE_CYCLES ?? 60)
const PER_CYCLE_MS = 20_000
/** One cycle in so many the database is killed as well. */
const CRASHES = 5
const SCHEMA = 'torture'

describe.skipIf(!hasPostgres)('torture on PostgreSQL', () => {
  let server: PostgresServer
  let node: TorturedProcess
  beforeAll(async () => {
    // What was acknowledged must survive, so here everything is written out.
    server = await startRealPostgres(['-c fsync=on'])
    node = await bundleTorturedProcess(new URL('fixtures/tortured-node.ts', import.meta.url))
  }, 120_000)
  afterAll(async () => {
    node.dispose()
    await server.stop()
  })

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
      const { host } = server.connection
      let revision = 0
      for (let cycle = 0; cycle < CYCLES; cycle += 1) {
        const acknowledged = (await node.writeAndKill([host, SCHEMA], 1 + random(25))) ?? revision
        if (cycle % CRASHES === CRASHES - 1) {
          await server.crash()
          await server.start()
        } else await untilAlone()
        revision = await expectAcknowledged(store, expected, { revision, acknowledged })
      }
      expect(revision).toBeGreaterThan(CYCLES)
      await store.close()
    },
    CYCLES * PER_CYCLE_MS,
  )
})
