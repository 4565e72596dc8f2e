// Runs gates, the quick tier and the deep tier in shards, each for a limited time, and counts what was done. Each part
// writes its report to .tmp/ci. The last line is "N passed, N failed, N skipped"; exits with 0 only when nothing failed.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const { env } = process

/** What all parts together may take, installations included. */
const TOTAL_SECONDS = Number(env.TOOLSCOUT_CI_SECONDS ?? 1_440)
const SHARDS = 4
const SLOWEST = 10
const begun = Number(env.TOOLSCOUT_CI_BEGUN ?? Date.now() / 1_000)
const folder = join('.tmp', 'ci')

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const remaining = () => begun + TOTAL_SECONDS - Date.now() / 1_000

const reports = [await runGates()]
reports.push(await runTests('quick', ['test', '--'], 540))
for (let shard = 1; shard <= SHARDS; shard += 1) {
  // What a shard leaves of its time is there for the ones after it.
  const seconds = remaining() / (SHARDS - shard + 1)
  reports.push(
    await runTests(`deep-${shard}`, ['run', 'test:deep', '--', `--shard=${shard}/${SHARDS}`], seconds),
  )
}

const files = reports.flatMap((report) => report.files)
const slowest = files.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST)
if (slowest.length > 0) console.log('The slowest files:')
for (const { file, ms } of slowest) console.log(`${(ms / 1_000).toFixed(1).padStart(8)} s  ${file}`)
for (const { name, running } of reports) {
  for (const file of running) console.log(`${name}: ${file} was running when time was up`)
}
for (const { name, failures } of reports)
  for (const failure of failures) console.log(`${name}: FAIL ${failure}`)
const total = (key) => reports.reduce((sum, report) => sum + report[key], 0)
console.log(`${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`)
process.exitCode = total('failed') === 0 ? 0 : 1

async function runGates() {
  const { exitCode, output } = await run('gates', ['run', 'gates'], 420)
  const verdicts = [...output.matchAll(/^(pass|FAIL) {2}(\S+)/gm)]
  const failures = verdicts.filter(([, verdict]) => verdict === 'FAIL').map(([, , name]) => `gate ${name}`)
  return finish('gates', exitCode, { passed: verdicts.length - failures.length, skipped: 0, failures })
}

async function runTests(name, args, seconds) {
  const events = join(process.cwd(), folder, `${name}.events`)
  const reporters = ['--reporter=default', '--reporter=./scripts/ci-reporter.mjs']
  const { exitCode } = await run(name, [...args, ...reporters], seconds, { TOOLSCOUT_CI_EVENTS: events })
  const lines = existsSync(events) ? readFileSync(events, 'utf8').split('\n').filter(Boolean) : []
  const all = lines.map((line) => JSON.parse(line))
  const files = all.filter(({ event }) => event === 'end')
  const ended = new Set(files.map(({ file }) => file))
  const running = all
    .filter(({ event, file }) => event === 'start' && !ended.has(file))
    .map(({ file }) => file)
  rmSync(events, { force: true })
  return finish(name, exitCode, {
    passed: files.reduce((sum, file) => sum + file.passed, 0),
    skipped: files.reduce((sum, file) => sum + file.skipped, 0),
    failures: files.flatMap((file) => file.failures.map((failure) => `${file.file} > ${failure}`)),
    files,
    running,
  })
}

/** A part that was killed, broke without a failure of its own or did nothing has failed as a whole. */
function finish(name, exitCode, { passed, skipped, failures, files = [], running = [] }) {
  const all = [...failures]
  if (exitCode === undefined) all.push('did not end in its time')
  else if (all.length === 0 && exitCode !== 0) all.push(`ended with ${exitCode}`)
  else if (all.length === 0 && passed + skipped === 0) all.push('ran nothing')
  const report = { name, passed, failed: all.length, skipped, failures: all, running, files }
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(report, undefined, 2)}\n`)
  console.log(`${name}: ${passed} passed, ${all.length} failed, ${skipped} skipped`)
  return report
}

/** Runs npm for at most so many seconds; the exit code is undefined when it was killed, with all it started. */
function run(name, args, seconds, added = {}) {
  const limit = Math.max(0, Math.min(seconds, remaining()))
  console.log(`+ npm ${args.join(' ')} (${name}, at most ${Math.round(limit)} s)`)
  if (limit < 1) return { exitCode: undefined, output: '' }
  return new Promise((resolve) => {
    const child = spawn('npm', args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...env, ...added },
      detached: true,
    })
    let output = ''
    let isKilled = false
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
      process.stdout.write(text)
    })
    const timer = setTimeout(() => {
      isKilled = true
      // The whole group: npm, pnpm, vitest and its workers.
      process.kill(-child.pid, 'SIGKILL')
    }, limit * 1_000)
    child.on('close', (exitCode) => {
      clearTimeout(timer)
      resolve({ exitCode: isKilled ? undefined : (exitCode ?? 1), output })
    })
  })
}
