import { fileURLToPath } from 'node:url'
import { GATES } from './gates.ts'
import { runGates } from './run-gates.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
const names = process.argv.slice(2)
const unknown = names.filter((name) => GATES.every((gate) => gate.name !== name))

if (unknown.length > 0) {
  const known = GATES.map((gate) => gate.name).join(', ')
  process.stderr.write(`No gate is called ${unknown.join(', ')}; there are ${known}.\n`)
  process.exitCode = 2
} else {
  const chosen = names.length === 0 ? GATES : GATES.filter((gate) => names.includes(gate.name))
  const failed = await runGates(root, chosen, {
    print: (line) => process.stdout.write(`${line}\n`),
    now: () => performance.now(),
  })
  process.exitCode = failed === 0 ? 0 : 1
}
