import { countLines } from './file-size.ts'
import { type Finding, type Gate, type Inspection, inOrder } from './finding.ts'
import { inParallel } from './in-parallel.ts'
import { describeFailure, runCommand } from './run-command.ts'
import { readSources } from './source-files.ts'
import { type Package, readExamples } from './workspace.ts'

/** An example that takes longer is no example any more. */
const TIMEOUT_MS = 120_000

/** Long enough to tell one story, short enough to read it at once. */
export const MIN_EXAMPLE_LINES = 30
/** See {@link MIN_EXAMPLE_LINES}. */
export const MAX_EXAMPLE_LINES = 80

/** Their length is free: one talks to people on a screen, one is a library that another story uses. */
const FREE_LENGTH: ReadonlySet<string> = new Set(['examples/demo', 'examples/file-tools'])

/** Every example checks itself, and here somebody asks. Runs what the build made. */
export const examples: Gate = {
  name: 'examples',
  rule: `each example exits with 0 and has ${MIN_EXAMPLE_LINES} to ${MAX_EXAMPLE_LINES} lines`,
  unit: 'examples',
  inspect: async (root): Promise<Inspection> => {
    const found = await readExamples(root)
    const findings = await inParallel(found, async (example) => [
      ...(await checkLength(root, example)),
      ...(await checkRun(root, example)),
    ])
    return { checked: found.length, findings: inOrder(findings.flat()) }
  },
}

async function checkLength(root: string, { folder }: Package): Promise<readonly Finding[]> {
  if (FREE_LENGTH.has(folder)) return []
  const sources = (await readSources(root, folder)).filter(({ isTest }) => !isTest)
  const lines = sources.reduce((sum, { text }) => sum + countLines(text), 0)
  if (lines >= MIN_EXAMPLE_LINES && lines <= MAX_EXAMPLE_LINES) return []
  return [{ file: folder, message: `${lines} lines, ${MIN_EXAMPLE_LINES} to ${MAX_EXAMPLE_LINES} wanted` }]
}

async function checkRun(root: string, { folder }: Package): Promise<readonly Finding[]> {
  const limits = { cwd: `${root}/${folder}`, timeoutMs: TIMEOUT_MS }
  const failure = describeFailure(await runCommand(process.execPath, ['dist/main.js'], limits), TIMEOUT_MS)
  return failure === undefined ? [] : [{ file: `${folder}/src/main.ts`, message: failure }]
}
