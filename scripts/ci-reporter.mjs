// A vitest reporter that writes one line of JSON as each file of tests begins and ends, so that what was done is known
// when the run is killed.
import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'

const { env } = process
const file = env.TOOLSCOUT_CI_EVENTS
const write = (event) => appendFileSync(file, `${JSON.stringify(event)}\n`)
const nameOf = (module) => relative(process.cwd(), module.moduleId)
/** What failed and why: the first line of the error, at most 300 characters. */
const failure = (name, [error] = []) => {
  const line = error?.message?.split('\n').find((text) => text.trim() !== '') ?? 'no message'
  return `${name}: ${line.slice(0, 300)}`
}

export default class CiReporter {
  onTestModuleStart(module) {
    write({ event: 'start', file: nameOf(module) })
  }

  onTestModuleEnd(module) {
    const counts = { passed: 0, failed: 0, skipped: 0 }
    const failures = []
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result()
      counts[state === 'passed' || state === 'failed' ? state : 'skipped'] += 1
      if (state === 'failed') failures.push(failure(test.fullName, errors))
    }
    // A file that breaks outside of its tests has failed too.
    if (module.state() === 'failed' && counts.failed === 0) {
      counts.failed = 1
      failures.push(failure('broke outside of its tests', module.errors()))
    }
    const ms = Math.round(module.diagnostic().duration)
    write({ event: 'end', file: nameOf(module), ms, ...counts, failures })
  }

  /** What was thrown where nobody waited for it. */
  onTestRunEnd(_modules, errors) {
    const failures = errors.map((error) => failure('unhandled', [error]))
    const counts = { passed: 0, failed: failures.length, skipped: 0 }
    if (failures.length > 0) write({ event: 'end', file: 'all files', ms: 0, ...counts, failures })
  }
}
