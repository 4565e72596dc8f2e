import { it } from 'vitest'
import { hasPostgres } from './fixtures/engines.ts'
import { torturePostgres } from './fixtures/torture-postgres.ts'

/** `npm run torture:store` runs a thousand. */
const CYCLES = Number(process.env.TOOLSCOUT_TORTURE_CYCLES ?? 60)

it.skipIf(!hasPostgres)(
  `PostgreSQL loses nothing that was acknowledged when its writer is killed, ${CYCLES} times`,
  () => torturePostgres(CYCLES),
  120_000 + CYCLES * 20_000,
)
