import { type Readable, Writable } from 'node:stream'
import { createLineReader, parseLine } from '@toolscout/mcp/internal'
import type { WireTransport } from './client-channel.ts'

/** Longest message a client may send, in bytes: what the SDK takes as well. */
const MAX_FRAME_BYTES = 10_485_760
/** Bytes that wait for a client to read them; one that reads so slowly is as good as gone. */
const MAX_WAITING_BYTES = 67_108_864
/** Messages in a batch (MCP 2025-03-26). */
const MAX_BATCH = 100

/** The client's end of the line, as streams of bytes. */
export interface StdioStreams {
  readonly input: Readable
  readonly output: Writable
  /** Called when there is nothing more to hear; what was heard may still be answered. */
  readonly onInputEnd: () => void
}

/** A transport of one JSON-RPC message a line. It ends when its output takes no more. */
export function createStdioWire({ input, output, onInputEnd }: StdioStreams): WireTransport {
  let end = (): void => {}
  const write = (message: object): Promise<void> =>
    new Promise((resolve, reject) => {
      output.write(`${JSON.stringify(message)}\n`, (error) => {
        if (error === null || error === undefined) resolve()
        else reject(error)
      })
      if (output.writableLength > MAX_WAITING_BYTES) end()
    })
  const refuse = (code: number, message: string): void => {
    write({ jsonrpc: '2.0', id: null, error: { code, message } }).catch(() => end())
  }
  return {
    start: ({ onMessage, onEnd }) => {
      let hasEnded = false
      const reader = createLineReader(MAX_FRAME_BYTES, (line) => {
        if (hasEnded || line.trim() === '') return
        const messages = parseLine(line)
        if (messages === undefined || messages.length > MAX_BATCH) {
          return refuse(-32_700, 'Parse error: each line must be one JSON-RPC message.')
        }
        for (const message of messages) onMessage(message)
      })
      const read = (chunk: Buffer): void => {
        if (reader.push(chunk) === undefined) return
        refuse(-32_600, `A message has at most ${MAX_FRAME_BYTES} bytes, and fewer values.`)
        end()
      }
      end = () => {
        if (hasEnded) return
        hasEnded = true
        input.off('data', read)
        input.pause()
        onEnd()
      }
      input.on('data', read)
      for (const event of ['end', 'close', 'error']) input.once(event, onInputEnd)
      output.on('error', () => end())
      output.once('close', () => end())
    },
    send: write,
    close: async () => end(),
  }
}

/** The process's stdout while it is the protocol's alone. */
export interface TakenStdout {
  readonly output: Writable
  /** Gives stdout back. */
  readonly release: () => void
}

/**
 * Takes stdout: what is written to `output` goes there, and everything else that the process writes to it goes to
 * stderr. A single `console.log` of a tool would otherwise break the protocol.
 */
export function takeStdout(): TakenStdout {
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  const diverted = stderr.write.bind(stderr) as typeof stdout.write
  const output = new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => void write(chunk, done),
  })
  const onError = (error: Error): void => void output.destroy(error)
  stdout.on('error', onError)
  stdout.write = diverted
  return {
    output,
    release: () => {
      stdout.write = write
      stdout.off('error', onError)
    },
  }
}
