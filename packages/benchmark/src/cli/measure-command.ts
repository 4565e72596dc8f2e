import { spawnSync } from 'node:child_process'

/** What one process cost, in milliseconds. */
export interface Cost {
  /** Processor time, of the user and of the system, all threads. */
  readonly processMs: number
  readonly wallMs: number
}

/**
 * Runs a program to its end and tells what it cost, as bash counts it: Node has no figures of its children.
 *
 * @throws RangeError when it fails, with what it said.
 */
export function measureCommand(program: string, parameters: readonly string[], env: NodeJS.ProcessEnv): Cost {
  const script = 'TIMEFORMAT="%3R %3U %3S"; time "$0" "$@" 2>&1 >/dev/null'
  const run = spawnSync('bash', ['-c', script, program, ...parameters], { env, encoding: 'utf8' })
  const [wall = Number.NaN, user = Number.NaN, system = Number.NaN] = (
    run.stderr.trim().split('\n').at(-1) ?? ''
  )
    .split(' ')
    .map(Number)
  if (run.status !== 0 || Number.isNaN(wall + user + system))
    throw new RangeError(`${[program, ...parameters].join(' ')} failed: ${run.stdout}${run.stderr}`)
  return { processMs: Math.round((user + system) * 1_000), wallMs: Math.round(wall * 1_000) }
}
