import type { Writable } from 'node:stream'
import { isJsonObject } from '@toolscout/model/internal'
import type { StdioServerConfig } from '../config/server-config.ts'
import { McpTransportError } from '../errors.ts'
import {
  DEFAULT_CLOSE_GRACE_MS,
  type ProcessExit,
  type ServerProcess,
  startServerProcess,
} from '../process/server-process.ts'
import { MAX_FOREIGN_TEXT, type Redactor } from '../redactor.ts'
import {
  frameFailure,
  guardEvents,
  type MessageTransport,
  protocolFailure,
  type TransportEvents,
} from './transport.ts'

/** How much of a line that is no message is shown, in code points. */
const MAX_SHOWN_LINE = 200

/** Options of a process transport. */
export interface StdioTransportOptions {
  /** Longest message the server may send, in bytes. */
  readonly maxFrameBytes: number
  readonly redact: Redactor
}

/** Creates the transport to a server that runs as a child process: one JSON-RPC message a line. */
export function createStdioTransport(
  config: StdioServerConfig,
  { maxFrameBytes, redact }: StdioTransportOptions,
): MessageTransport {
  let starting: Promise<ServerProcess> | undefined
  let events: TransportEvents | undefined
  let hasEnded = false
  let noise = ''
  let lastWords = (): string => ''
  const finish = (failure: McpTransportError | undefined): void => {
    if (hasEnded) return
    hasEnded = true
    events?.onEnd(failure)
  }
  const listen = (server: ServerProcess, fail: (failure: McpTransportError) => void): void => {
    let noiseLength = 0
    const reader = createLineReader(maxFrameBytes, (line) => {
      if (hasEnded || line.trim() === '') return
      const messages = parseLine(line)
      if (messages === undefined) {
        noise = redact(line, MAX_SHOWN_LINE)
        events?.onDiagnostic('output', noise)
      }
      noiseLength = messages === undefined ? noiseLength + line.length : 0
      // A server that prints nothing else for ever would keep this process busy for ever.
      if (noiseLength > maxFrameBytes) fail(protocolFailure(`the server prints what is no MCP: ${noise}`))
      if (messages !== undefined) server.settle()
      for (const message of messages ?? []) if (!hasEnded) events?.onMessage(message)
    })
    server.stdout.on('data', (chunk: Buffer) => {
      if (!hasEnded && !reader.push(chunk)) fail(frameFailure(maxFrameBytes))
    })
    // Without its stdout a server can answer nothing any more.
    server.stdout.on('end', () => void server.end(DEFAULT_CLOSE_GRACE_MS))
    void server.exited.then((exit) => finish(exitFailure(exit, showStderr(server, redact), noise)))
  }
  return {
    start: async (given) => {
      starting = startServerProcess(config)
      const fail = (failure: McpTransportError): void => {
        finish(failure)
        server.settle()
        server.stdout.destroy()
        void server.end(DEFAULT_CLOSE_GRACE_MS)
      }
      events = guardEvents(given, fail)
      const server = await starting
      lastWords = () => describeOutput(showStderr(server, redact), noise)
      listen(server, fail)
    },
    send: async (message) => {
      const server = await starting
      if (server === undefined || hasEnded) throw writeFailure(undefined)
      await writeLine(server.stdin, JSON.stringify(message))
    },
    lastWords: () => lastWords(),
    close: async (graceMs) => {
      finish(undefined)
      const server = await starting?.catch(() => undefined)
      await server?.end(graceMs)
    },
  }
}

/** The messages of a line: one, or several in a batch (MCP 2025-03-26); `undefined` when it is no JSON-RPC. */
function parseLine(line: string): readonly object[] | undefined {
  try {
    const value: unknown = JSON.parse(line)
    const messages: readonly unknown[] = Array.isArray(value) ? value : [value]
    return messages.every(isJsonObject) ? messages : undefined
  } catch {
    return undefined
  }
}

function writeLine(stdin: Writable, line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stdin.write(`${line}\n`, (error) => {
      if (error === null || error === undefined) resolve()
      else reject(writeFailure(Reflect.get(error, 'code')))
    })
  })
}

/** A line that was not written whole has no newline, so the server cannot have read it as a message. */
function writeFailure(code: unknown): McpTransportError {
  const systemCode = typeof code === 'string' ? { systemCode: code } : {}
  return new McpTransportError('the server takes no more messages', {
    reason: 'exit',
    outcome: 'notRun',
    ...systemCode,
  })
}

function exitFailure(exit: ProcessExit, stderr: string, noise: string): McpTransportError {
  const how =
    exit.signal === undefined ? `ended with exit code ${exit.exitCode}` : `was ended by signal ${exit.signal}`
  const output = describeOutput(stderr, noise) || 'it wrote nothing to stderr'
  return new McpTransportError(`the server ${how}; ${output}`, {
    reason: 'exit',
    outcome: 'unknown',
    ...exit,
    ...(stderr === '' ? {} : { stderr }),
  })
}

function describeOutput(stderr: string, noise: string): string {
  if (stderr !== '') return `it wrote to stderr: ${stderr}`
  return noise === '' ? '' : `it printed something that is no MCP: ${noise}`
}

/** The end of what the server wrote: its last words tell why it died. */
function showStderr(server: ServerProcess, redact: Redactor): string {
  const text = redact(server.stderr(), Number.POSITIVE_INFINITY).trim()
  // A cut through a surrogate pair leaves its second half behind.
  return text.slice(-MAX_FOREIGN_TEXT).replace(/^[\udc00-\udfff]/, '')
}

/** Cuts a stream of bytes into lines. */
export interface LineReader {
  /** Takes the next bytes. False when a line is longer than allowed; nothing more may be given then. */
  readonly push: (chunk: Uint8Array) => boolean
}

const NEWLINE = 0x0a

/**
 * Creates a reader that gives every line that ends in a newline to `onLine`, without the newline. `maxBytes` is
 * the longest line, its newline not counted. Each byte is looked at once, however the stream is cut.
 */
export function createLineReader(maxBytes: number, onLine: (line: string) => void): LineReader {
  let pending: Uint8Array[] = []
  let pendingBytes = 0
  return {
    push: (chunk) => {
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        if (pendingBytes + end - start > maxBytes) return false
        onLine(Buffer.concat([...pending, chunk.subarray(start, end)]).toString('utf8'))
        pending = []
        pendingBytes = 0
        start = end + 1
      }
      if (start < chunk.length) pending.push(chunk.subarray(start))
      pendingBytes += chunk.length - start
      return pendingBytes <= maxBytes
    },
  }
}
