import { it } from 'vitest'
import { hasPostgres } from './fixtures/engines.ts'
import { torturePostgres } from './fixtures/torture-postgres.ts'

const CYCLES = 10

it.skipIf(!hasPostgres)(
  `PostgreSQL loses nothing that was acknowledged when its writer is killed, ${CYCLES} times`,
  () => torturePostgres(CYCLES),
  120_000 + CYCLES * 20_000,
)
