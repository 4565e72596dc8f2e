import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ErrorCode, listErrorCodes } from './error-codes.ts'
import { type Finding, type Gate, type Inspection, inOrder } from './finding.ts'
import { parseMarkdown } from './markdown.ts'
import { projectProgram } from './project-program.ts'

/** The page with a heading for each code. */
const PAGE = 'docs/errors.md'

/** Every error code has a heading, and every heading names a code that is thrown. */
export const errorsDocumented: Gate = {
  name: 'errors-documented',
  rule: `each error code has one heading in ${PAGE}, and each such heading a code`,
  unit: 'codes',
  inspect: inspectErrors,
}

async function inspectErrors(root: string): Promise<Inspection> {
  const { codes, findings } = listErrorCodes(await projectProgram(root))
  const known = new Map<string, ErrorCode>()
  const all: Finding[] = [...findings]
  for (const found of codes) {
    const { code, className, file, line } = found
    const first = known.get(code)
    if (first === undefined) known.set(code, found)
    else
      all.push({
        file,
        line,
        message: `${className} has the code ${code} of ${first.className} (${first.file})`,
      })
  }
  const headings = await readHeadings(root)
  for (const { code, className, file, line } of known.values()) {
    if (!headings.has(code))
      all.push({ file, line, message: `${PAGE} has no heading for ${code} of ${className}` })
  }
  for (const [code, lines] of headings) {
    if (!known.has(code))
      all.push({ file: PAGE, line: lines[0] ?? 1, message: `no error has the code ${code}` })
    for (const line of lines.slice(1))
      all.push({ file: PAGE, line, message: `${code} has a heading already` })
  }
  return { checked: known.size, findings: inOrder(all) }
}

/** The lines of the level-2 and level-3 headings that are a code and nothing else, by code. */
async function readHeadings(root: string): Promise<ReadonlyMap<string, readonly number[]>> {
  const headings = new Map<string, number[]>()
  const file = join(root, PAGE)
  if (!existsSync(file)) return headings
  for (const { level, text, line } of parseMarkdown(await readFile(file, 'utf8')).headings) {
    const code = /^`?([A-Z][A-Z0-9_]*)`?$/.exec(text)?.[1]
    if (code === undefined || (level !== 2 && level !== 3)) continue
    headings.set(code, [...(headings.get(code) ?? []), line])
  }
  return headings
}
