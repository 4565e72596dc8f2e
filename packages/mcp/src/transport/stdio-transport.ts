import type { Writable } from 'node:stream'
import { DEFAULT_CLOSE_GRACE_MS, type StdioServerConfig } from '../config/server-config.ts'
import { McpTransportError } from '../errors.ts'
import { type ProcessExit, type ServerProcess, startServerProcess } from '../process/server-process.ts'
import { MAX_FOREIGN_TEXT, type Redactor } from '../redactor.ts'
import { createLineReader, parseLine } from './lines.ts'
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

/** The transport to a server that runs as a child process: one JSON-RPC message a line. */
export class StdioTransport implements MessageTransport {
  readonly #config: StdioServerConfig
  readonly #options: StdioTransportOptions
  #starting: Promise<ServerProcess> | undefined
  #server: ServerProcess | undefined
  #events: TransportEvents | undefined
  #hasEnded = false
  /** The last line that was no message, and the length of all since the last message. */
  #noise = ''
  #noiseLength = 0

  constructor(config: StdioServerConfig, options: StdioTransportOptions) {
    this.#config = config
    this.#options = options
  }

  async start(events: TransportEvents): Promise<void> {
    this.#starting = startServerProcess(this.#config)
    this.#events = guardEvents(events, (failure) => this.#fail(failure))
    const server = await this.#starting
    this.#server = server
    const { maxFrameBytes } = this.#options
    const reader = createLineReader(maxFrameBytes, (line) => this.#read(line, server))
    server.stdout.on('data', (chunk: Buffer) => {
      const excess = this.#hasEnded ? undefined : reader.push(chunk)
      if (excess !== undefined) this.#fail(frameFailure(excess))
    })
    const { redact } = this.#options
    server.readStderr((line) => this.#events?.onDiagnostic('stderr', redact(line)))
    // Without its stdout a server can answer nothing any more.
    server.stdout.on('end', () => void server.end(DEFAULT_CLOSE_GRACE_MS))
    void server.exited.then((exit) => this.#finish(exitFailure(exit, this.#stderr(), this.#noise)))
  }

  async send(message: object): Promise<void> {
    const server = await this.#starting
    if (server === undefined || this.#hasEnded) throw writeFailure(undefined)
    await writeLine(server.stdin, JSON.stringify(message))
  }

  async isWorking(windowMs?: number): Promise<boolean> {
    return (await this.#starting)?.isWorking(windowMs) ?? false
  }

  lastWords(): string {
    return describeOutput(this.#stderr(), this.#noise)
  }

  async close(graceMs: number): Promise<void> {
    this.#finish(undefined)
    const server = await this.#starting?.catch(() => undefined)
    await server?.end(graceMs)
  }

  #read(line: string, server: ServerProcess): void {
    if (this.#hasEnded || line.trim() === '') return
    const messages = parseLine(line)
    if (messages !== undefined) {
      this.#noiseLength = 0
      server.settle()
      for (const message of messages) if (!this.#hasEnded) this.#events?.onMessage(message)
      return
    }
    const { maxFrameBytes, redact } = this.#options
    this.#noise = redact(line, MAX_SHOWN_LINE)
    this.#noiseLength += line.length
    this.#events?.onDiagnostic('output', this.#noise)
    // A server that prints nothing else for ever would keep this process busy for ever.
    if (this.#noiseLength <= maxFrameBytes) return
    this.#fail(protocolFailure(`the server prints what is no MCP: ${this.#noise}`))
  }

  #fail(failure: McpTransportError): void {
    this.#finish(failure)
    this.#server?.settle()
    this.#server?.stdout.destroy()
    void this.#server?.end(DEFAULT_CLOSE_GRACE_MS)
  }

  #finish(failure: McpTransportError | undefined): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#events?.onEnd(failure)
  }

  /** The end of what the server wrote: its last words tell why it died. */
  #stderr(): string {
    const written = this.#server?.stderr() ?? ''
    const text = this.#options.redact(written, Number.POSITIVE_INFINITY).trim()
    // A cut through a surrogate pair leaves its second half behind.
    return text.slice(-MAX_FOREIGN_TEXT).replace(/^[\udc00-\udfff]/, '')
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
