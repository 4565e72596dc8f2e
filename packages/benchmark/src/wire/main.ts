#!/usr/bin/env node
// What broken messages of servers do to a gateway, and how long one of them holds it up.
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGateway } from '@toolscout/gateway'
import { attack, hostileStdioServer, startHostileHttpServer, stdioBackend } from '@toolscout/testbed/farm'
import { parseCommandLine } from '../command/command-line.ts'
import { readInteger } from '../command/read-integer.ts'
import { showHelp } from '../command/show-help.ts'
import { describeRun, formatProvenance } from '../command/write-outputs.ts'
import { watchTurns } from './watch-turns.ts'

showHelp('What broken messages of servers do to a gateway.', [
  '--messages N  how many of each transport (default 5000)',
])

const STALL_MS = 100
const SEED = 7
const parameters = process.argv.slice(2)
const given = parseCommandLine(parameters, { messages: 'text' }).text('messages')
const messages = given === undefined ? 5_000 : readInteger('--messages', given, 1, 1_000_000)
const loadBefore = loadavg()[0] ?? 0

let uncaught = 0
for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, () => (uncaught += 1))

const folder = await mkdtemp(join(tmpdir(), 'wire-'))
const ledgers = { stdio: join(folder, 'stdio'), http: join(folder, 'http') }
const http = await startHostileHttpServer(SEED, ledgers.http)
const gateway = createGateway()
const { name, command, args } = stdioBackend('well', join(folder, 'ledger'))
gateway.addServer({ name, transport: 'stdio', command, args })
gateway.addServer({ name: 'stdio', transport: 'stdio', ...hostileStdioServer(SEED, ledgers.stdio) })
gateway.addServer({ name: 'http', transport: 'http', url: http.url })
gateway.start()
const { status, message } = await gateway.settled({ timeoutMs: 60_000 })
if (status !== 'ready') throw new RangeError(message)

let failed = 0
const callWell = async (nonce: string): Promise<void> => {
  const { isError } = await gateway.call('well:echo', { nonce }, { timeoutMs: 60_000 })
  if (isError === true) failed += 1
}
const rows: string[] = []
for (const server of ['stdio', 'http'] as const) {
  // Once each way, so that no compiling is measured.
  for (let at = 0; at < 50; at += 1) {
    await gateway.call(`${server}:attack`, { from: 0, count: 0 })
    await callWell(`warm-${at}`)
  }
  failed = 0
  const turns = watchTurns()
  let stalls = 0
  let worstMs = 0
  const target = { server, messages, ledgerFile: ledgers[server] }
  const { sent, again, answered, ended } = await attack(gateway, target, async (at) => {
    await callWell(`${server}-${at}`)
    const turnMs = turns.longestMs()
    if (turnMs > STALL_MS) stalls += 1
    worstMs = Math.max(worstMs, turnMs)
  })
  turns.stop()
  rows.push(
    `| ${[server, sent, again, answered, ended, `${messages} / ${failed}`, uncaught, stalls, worstMs.toFixed(0)].join(' | ')} |`,
  )
}
await gateway.stop()
http.stop()
await rm(folder, { recursive: true })
const head = [
  'way',
  'messages sent',
  'calls made again',
  'calls behind them answered',
  'connections ended',
  'good calls / failed',
  'uncaught',
  `turns over ${STALL_MS} ms`,
  'longest turn ms',
]
const load = [loadBefore, loadavg()[0] ?? 0].map((value) => value.toFixed(1)).join(' to ')
process.stdout.write(
  [
    `| ${head.join(' | ')} |\n| ${head.map((_, i) => (i === 0 ? '---' : '---:')).join(' | ')} |`,
    ...rows,
    `\nLoad ${load}. ${formatProvenance(describeRun('bench:wire', parameters, new Date()))}\n`,
  ].join('\n'),
)
