import { writeFile } from 'node:fs/promises'
import { describeMachine, type Machine } from './machine.ts'
import type { OutputFiles } from './require-writable.ts'

/** Where figures come from. */
export interface Provenance {
  readonly command: string
  readonly date: string
  readonly machine: Machine
}

/** Tells of this run. */
export function describeRun(script: string, parameters: readonly string[], now: Date): Provenance {
  return {
    command: ['npm run', script, ...(parameters.length === 0 ? [] : ['--', ...parameters])].join(' '),
    date: now.toISOString(),
    machine: describeMachine(),
  }
}

/** The line below a printed report that says where its figures come from. */
export function formatProvenance({ command, date, machine }: Provenance): string {
  const { cpu, cores, node } = machine
  return `\`${command}\`, ${date.slice(0, 10)}, ${cpu}, ${cores} cores, Node ${node}\n`
}

/** Writes the figures and the Markdown, as far as files were named. */
export async function writeOutputs(
  { jsonFile, markdownFile }: OutputFiles,
  { json, markdown }: { readonly json: unknown; readonly markdown: string },
): Promise<void> {
  if (jsonFile !== undefined) await writeFile(jsonFile, `${JSON.stringify(json, null, 2)}\n`)
  if (markdownFile !== undefined) await writeFile(markdownFile, markdown)
}
