import { it } from 'vitest'
import { tortureSqlite } from './fixtures/torture-sqlite.ts'

const CYCLES = 10

it(
  `SQLite loses nothing that was acknowledged when its writer is killed, ${CYCLES} times`,
  () => tortureSqlite(CYCLES),
  120_000 + CYCLES * 20_000,
)
