import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { raceSignal } from '@toolscout/model/internal'
import type { CliHost } from '../host.ts'

/** Whether a person is there to be asked. */
export function canAsk({ stdout, stderr }: CliHost): boolean {
  return stdout.isTerminal && stderr.isTerminal
}

/** Asks a question that an empty line answers with yes. Rejects when the host's signal aborts. */
export async function askYes(question: string, host: CliHost): Promise<boolean> {
  host.stderr.write(`${question} [Y/n] `)
  return /^(?:y(?:es)?)?$/i.test((await raceSignal(readLine(host), host.signal)).trim())
}

/** The end of the input is no answer, so it is no yes. */
async function readLine({ stdin }: CliHost): Promise<string> {
  for await (const line of createInterface({ input: Readable.from(stdin) })) return line
  return 'n'
}
