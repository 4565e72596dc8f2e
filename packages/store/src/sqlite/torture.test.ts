import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ExpectedContents, randomNumbers } from '../fixtures/batches.ts'
import {
  bundleTorturedProcess,
  expectAcknowledged,
  type TorturedProcess,
} from '../fixtures/tortured-process.ts'
import { DRIVER, makeFolder } from './fixtures/places.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

/** `npm run torture:store` runs a thousand. */
const CYCLES = Number(process.env.TOOLSCOUT_TORTURE_CYCLES ?? 60)
const PER_CYCLE_MS = 20_000

const folder = makeFolder()
let writer: TorturedProcess

beforeAll(async () => {
  writer = await bundleTorturedProcess(new URL('fixtures/tortured-writer.ts', import.meta.url))
})
afterAll(async () => {
  writer.dispose()
  await folder.dispose()
})

it(
  `loses nothing that was acknowledged when its writer is killed, ${CYCLES} times`,
  async () => {
    const path = join(folder.path, 'catalog.db')
    const expected: ExpectedContents = { records: new Map(), items: new Map() }
    const random = randomNumbers(CYCLES)
    let revision = 0
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      const acknowledged = (await writer.writeAndKill([path], 1 + random(25))) ?? revision
      const store = await openSqliteStore({ path, driver: DRIVER })
      revision = await expectAcknowledged(store, expected, { revision, acknowledged })
      await store.close()
    }
    expect(revision).toBeGreaterThan(CYCLES)
  },
  CYCLES * PER_CYCLE_MS,
)
