import type { Engine } from '../engines/engine.ts'
import { getEngine } from '../engines/registry.ts'
import type { Job, JobResults } from './job.ts'

// The entry of a process that does one job and ends. It receives the job over its channel and answers there.
process.once('message', (job) => {
  runJob(job as Job).then(
    (result) => end({ result }),
    (error: unknown) =>
      end({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
})

function end(answer: { readonly result: unknown } | { readonly problem: string }): void {
  process.send?.(answer, () => process.disconnect())
}

/** Imports no more than the job needs, so that the import of an engine finds nothing of it there. */
async function runJob(job: Job): Promise<JobResults[Job['kind']]> {
  switch (job.kind) {
    case 'exam':
      return (await import('./exam-job.ts')).setExam(job)
    case 'cell':
      return (await import('./cell-job.ts')).measureCell(engineOf(job.engine), job)
    case 'paired':
      return (await import('./paired-job.ts')).measurePaired(job.engines.map(engineOf), job)
  }
}

function engineOf(name: string): Engine {
  const engine = getEngine(name)
  if (engine === undefined) throw new RangeError(`No engine is called ${name}.`)
  return engine
}
