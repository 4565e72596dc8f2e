import { type Finding, type Gate, inOrder } from './finding.ts'
import { readSources } from './source-files.ts'
import { readExamples, readPackages } from './workspace.ts'

/** A file of one idea fits on a few screens; beyond this a decision hides in it that wants a file of its own. */
export const MAX_LINES = 250

/** Files that may be longer, each with the reason. An entry that is not needed any more is a finding. */
const LONG_FILES: ReadonlyMap<string, string> = new Map()

/** No source file is longer than {@link MAX_LINES}; tests are not counted, since a list of cases has no end. */
export const fileSize: Gate = createFileSizeGate(LONG_FILES)

/** The gate with an allow list of its own: paths from the root, each with the reason why it may be longer. */
export function createFileSizeGate(longFiles: ReadonlyMap<string, string>): Gate {
  return {
    name: 'file-size',
    rule: `no source file is longer than ${MAX_LINES} lines`,
    unit: 'files',
    inspect: async (root) => {
      const findings: Finding[] = []
      const tooLong = new Set<string>()
      let checked = 0
      for (const { folder } of [...(await readPackages(root)), ...(await readExamples(root))]) {
        for (const source of await readSources(root, folder)) {
          if (source.isTest) continue
          checked += 1
          const lines = countLines(source.text)
          if (lines <= MAX_LINES) continue
          tooLong.add(source.path)
          if (longFiles.has(source.path)) continue
          const message = `${lines} lines, ${MAX_LINES} allowed; move a decision to a file of its own`
          findings.push({ file: source.path, message })
        }
      }
      for (const [file, reason] of longFiles) {
        if (!tooLong.has(file))
          findings.push({ file, message: `is allowed to be long ("${reason}") and is not` })
        else if (reason.trim() === '')
          findings.push({ file, message: 'is allowed to be long without a reason' })
      }
      return { checked, findings: inOrder(findings) }
    },
  }
}

/** The lines of a text; the newline at its end starts no further line. */
export function countLines(text: string): number {
  if (text === '') return 0
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}
