// Sets up what the demo needs, quietly, and runs it. Arguments are a request of your own.
import { spawn } from 'node:child_process'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const log = `${root}/.tmp/demo-setup.log`
const { packageManager } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
const pnpm = packageManager.replace(/\+.*$/, '')

mkdirSync(`${root}/.tmp`, { recursive: true })
const out = openSync(log, 'w')
console.log('Toolscout: installing and building, which takes a minute the first time.')
for (const args of [
  ['install', '--frozen-lockfile'],
  ['run', 'build'],
])
  await run('npx', ['-y', pnpm, ...args], {
    stdio: ['ignore', out, out],
    shell: process.platform === 'win32',
  })
await run(process.execPath, ['examples/demo/dist/main.js', ...process.argv.slice(2)], { stdio: 'inherit' })

/** Runs a command to its end; one that fails ends this one, with the log where it wrote to that. */
function run(command, args, options) {
  return new Promise((resolve) => {
    const fail = (code, why) => {
      if (options.stdio !== 'inherit')
        console.error(`${readFileSync(log, 'utf8').slice(-4_000)}\n${why} All of it: ${log}`)
      process.exit(code)
    }
    const child = spawn(command, args, { cwd: root, ...options })
    const stop = () => child.kill('SIGINT')
    process.once('SIGINT', stop)
    child.once('error', ({ message }) => fail(1, `${command} could not be started: ${message}`))
    child.once('close', (code, signal) => {
      process.off('SIGINT', stop)
      if (code === 0) resolve()
      else fail(signal === null ? code : 130, `${command} ${args.slice(2).join(' ')} failed.`)
    })
  })
}
