import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { raceSignal } from '@toolscout/model/internal'
import type { CliHost } from '../host.ts'

/** Whether a person is there to be asked. */
export function canAsk({ stdout, stderr }: CliHost): boolean {
  return stdout.isTerminal && stderr.isTerminal
}

/** Whether a person sits there who types; what comes through a pipe is none. */
export function isTyped(host: CliHost): boolean {
  return canAsk(host) && host.stdin.isTTY === true
}

/** Asks a question; an empty line is the answer it is given. Rejects when the host's signal aborts. */
export async function askYes(question: string, host: CliHost, isYes: boolean = true): Promise<boolean> {
  host.stderr.write(`${question} ${isYes ? '[Y/n]' : '[y/N]'} `)
  const lines = readLines(host)
  // The end of the input is no answer, so it is no yes.
  const answer = ((await lines.next()) ?? 'n').trim()
  lines.close()
  return answer === '' ? isYes : /^y(?:es)?$/i.test(answer)
}

/** Lines a person types. */
export interface TypedLines {
  /** The next; `undefined` at the end of the input. Rejects when the host's signal aborts. */
  readonly next: () => Promise<string | undefined>
  readonly close: () => void
}

/** Reads what is typed, line by line, until it is closed. */
export function readLines({ stdin, signal }: CliHost): TypedLines {
  const reader = createInterface({ input: Readable.from(stdin) })
  const lines = reader[Symbol.asyncIterator]()
  return {
    next: async () => {
      const { done, value } = await raceSignal(lines.next(), signal)
      return done === true ? undefined : value
    },
    close: () => reader.close(),
  }
}
