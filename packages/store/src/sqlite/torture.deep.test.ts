import { it } from 'vitest'
import { tortureSqlite } from './fixtures/torture-sqlite.ts'

/** `npm run torture:store` runs a thousand. */
const CYCLES = Number(process.env.TOOLSCOUT_TORTURE_CYCLES ?? 60)

it(
  `SQLite loses nothing that was acknowledged when its writer is killed, ${CYCLES} times`,
  () => tortureSqlite(CYCLES),
  120_000 + CYCLES * 20_000,
)
