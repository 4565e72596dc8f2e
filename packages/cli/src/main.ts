#!/usr/bin/env node
import { homedir } from 'node:os'
import type { CliHost, CliStream } from './host.ts'
import { runToolscout } from './run.ts'

const stop = new AbortController()

function toStream(stream: NodeJS.WriteStream): CliStream {
  return {
    write: (text) => void stream.write(text),
    isTerminal: stream.isTTY === true,
    get columns() {
      // Some terminals say that they have none.
      return stream.isTTY === true ? stream.columns || undefined : undefined
    },
  }
}

function closePipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  // Its reader is gone: it ends quietly, as other programs do.
  process.exit(0)
}

process.stdout.on('error', closePipe)
process.stderr.on('error', closePipe)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // The second time nothing is waited for.
    if (stop.signal.aborted) process.exit(signal === 'SIGINT' ? 130 : 143)
    stop.abort(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM')
  })
}

const host: CliHost = {
  stdout: toStream(process.stdout),
  stderr: toStream(process.stderr),
  // Opened on first use: it loads streams and sockets.
  get stdin() {
    return process.stdin
  },
  env: process.env,
  cwd: process.cwd(),
  home: homedir(),
  platform: process.platform,
  program: { node: process.execPath, script: process.argv[1] ?? '' },
  signal: stop.signal,
  now: Date.now,
}

const exitCode = await runToolscout(process.argv.slice(2), host)
// Pipes of some systems are written later; what was said is to be read.
await new Promise<void>((resolve) => {
  process.stdout.write('', () => resolve())
})
process.exit(exitCode)
