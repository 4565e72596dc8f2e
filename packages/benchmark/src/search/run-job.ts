import { fork } from 'node:child_process'
import { totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Job, JobResults } from './job.ts'

/** How a job ended. */
export type JobOutcome<Result> =
  | { readonly result: Result; readonly problem?: undefined }
  | { readonly result?: undefined; readonly problem: string }

/** Does a job in a process of its own; never rejects. */
export type RunJob = <Kind extends Job['kind']>(
  job: Extract<Job, { readonly kind: Kind }>,
) => Promise<JobOutcome<JobResults[Kind]>>

/** How processes for jobs are started. */
export interface JobRunnerOptions {
  /** The module that does jobs. */
  readonly entry: URL
  /** Further flags of Node.js. Default: none. */
  readonly nodeFlags?: readonly string[] | undefined
}

/** The slowest library takes minutes to index a million tools; what takes longer than this hangs. */
const TIMEOUT_MS = 3_600_000
/** V8's own limit, about 4 GB, is less than some indexes need. */
const HEAP_SHARE_OF_MEMORY = 0.8
/** What a process that fails says last says why. */
const LAST_WORDS = 300

/** A {@link RunJob} that starts a fresh process for every job: no engine finds what another has left. */
export function createJobRunner({ entry, nodeFlags = [] }: JobRunnerOptions): RunJob {
  const heapMb = Math.floor((totalmem() * HEAP_SHARE_OF_MEMORY) / 2 ** 20)
  const execArgv = ['--expose-gc', `--max-old-space-size=${heapMb}`, ...nodeFlags]
  return <Kind extends Job['kind']>(job: Extract<Job, { readonly kind: Kind }>) =>
    new Promise<JobOutcome<JobResults[Kind]>>((resolve) => {
      const child = fork(fileURLToPath(entry), [], {
        execArgv,
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        timeout: TIMEOUT_MS,
      })
      let outcome: JobOutcome<JobResults[Kind]> | undefined
      let output = ''
      child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
        output = (output + chunk).slice(-LAST_WORDS)
      })
      child.on('message', (message) => {
        outcome = message as JobOutcome<JobResults[Kind]>
      })
      child.on('error', (error) => resolve({ problem: error.message }))
      child.on('close', (exitCode, signal) => {
        resolve(outcome ?? { problem: `process ended with ${signal ?? exitCode}: ${lastLine(output)}` })
      })
      child.send(job)
    })
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}
