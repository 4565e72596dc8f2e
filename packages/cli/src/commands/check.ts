import type { ExitCode } from '../exit-codes.ts'

/** One thing that was looked at. */
export interface Check {
  readonly about: string
  readonly state: 'ok' | 'warning' | 'failed'
  readonly message: string
  /** What to do; absent when all is well. */
  readonly advice?: string | undefined
  /** The exit code of a command that meets this. */
  readonly exitCode?: ExitCode | undefined
}
