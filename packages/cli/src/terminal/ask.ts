import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { raceSignal } from '@toolscout/model/internal'
import type { CliHost } from '../host.ts'

/** Whether a person is there to be asked. */
export function canAsk({ stdout, stderr }: CliHost): boolean {
  return stdout.isTerminal && stderr.isTerminal
}

/** Asks a question; an empty line is the answer it is given. Rejects when the host's signal aborts. */
export async function askYes(question: string, host: CliHost, isYes: boolean = true): Promise<boolean> {
  host.stderr.write(`${question} ${isYes ? '[Y/n]' : '[y/N]'} `)
  const answer = (await raceSignal(readLine(host), host.signal)).trim()
  return answer === '' ? isYes : /^y(?:es)?$/i.test(answer)
}

/** The end of the input is no answer, so it is no yes. */
async function readLine({ stdin }: CliHost): Promise<string> {
  for await (const line of createInterface({ input: Readable.from(stdin) })) return line
  return 'n'
}
