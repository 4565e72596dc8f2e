import { it } from 'vitest'
import { flipBytes } from './fixtures/damage-file.ts'

/** `npm run torture:store` tries a thousand. */
const FLIPS = Number(process.env.TOOLSCOUT_FLIPS ?? 250)

it(
  `a store with one changed byte reads what was written or refuses, and a repair mends it, ${FLIPS} times`,
  () => flipBytes(FLIPS),
  600_000,
)
