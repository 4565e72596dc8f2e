// A hostile MCP server over stdio. Arguments: its mode, see `process-modes.mjs`, and the file that gets a line for each of its
// processes.
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { ANSWERS, PROCESS_MODES } from './process-modes.mjs'

const [mode, ledger] = process.argv.slice(2)
const behaviour = { ...ANSWERS, ...PROCESS_MODES[mode] }
appendFileSync(ledger, `${process.pid}\n`)
process.stdout.on('error', () => {})
behaviour.start?.(ledger)

const write = (bytes) => void process.stdout.write(bytes)
const send = (message) => write(`${JSON.stringify(message)}\n`)
// A server that is gone has nobody to end it but the gateway.
setInterval(() => {}, 60_000)
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line)
  if (id === undefined || method === undefined) return
  const wire = { id, send, write, end: () => void process.stdout.end() }
  const result = behaviour[method]?.(params, wire)
  if (result !== undefined || ANSWERS[method] === undefined)
    send({ jsonrpc: '2.0', id, result: result ?? {} })
})
