import { Writable } from 'node:stream'

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
