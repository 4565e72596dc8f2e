// Kills the writers of stores a thousand times and damages SQLite files: `--sqlite`, `--postgres`, or both.
import { spawnSync } from 'node:child_process'

const FILTERS = {
  '--sqlite': ['sqlite/torture.deep', 'sqlite/damage.deep'],
  '--postgres': ['postgres/torture.deep'],
}
const asked = process.argv.slice(2)
const unknown = asked.filter((flag) => !(flag in FILTERS))
if (unknown.length > 0)
  throw new RangeError(`${unknown.join(' ')} is unknown; there are --sqlite and --postgres.`)
const filters = (asked.length === 0 ? Object.keys(FILTERS) : asked).flatMap((flag) => FILTERS[flag])
const { status } = spawnSync(
  'vitest',
  ['run', '--config', 'vitest.deep.config.ts', '--project', 'packages/store', ...filters],
  {
    stdio: 'inherit',
    env: { TOOLSCOUT_TORTURE_CYCLES: '1000', TOOLSCOUT_FLIPS: '1000', ...process.env },
  },
)
process.exitCode = status ?? 1
