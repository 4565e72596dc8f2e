import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Finding, type Gate, type Inspection, inOrder } from './finding.ts'
import { type MarkdownPage, parseMarkdown, sectionBelow } from './markdown.ts'
import { projectProgram } from './project-program.ts'
import { readPublicSurface } from './public-symbols.ts'
import { readPackages } from './workspace.ts'

/** The level-2 headings of a package's page, in order: every page has the same structure. */
const README_HEADINGS: readonly string[] = [
  'What is this',
  'When should I use this (and when not)',
  'Use',
  'API',
  'Errors',
  'Guarantees',
]

/** Every package has a page with the same headings; its API and Errors sections leave nothing out. */
export const readme: Gate = {
  name: 'readme',
  rule: 'each package page has the fixed headings, and names every runtime export under API or Errors',
  unit: 'pages',
  inspect: inspectPages,
}

async function inspectPages(root: string): Promise<Inspection> {
  const findings: Finding[] = []
  const project = await projectProgram(root)
  let checked = 0
  for (const owner of await readPackages(root)) {
    checked += 1
    const file = `${owner.folder}/README.md`
    if (!existsSync(join(root, file))) {
      findings.push({ file, message: 'is missing' })
      continue
    }
    const page = parseMarkdown(await readFile(join(root, file), 'utf8'))
    findings.push(...checkHeadings(file, page))
    const { symbols: all } = readPublicSurface(project, owner)
    // Names of the internal entry are not API, so the page does not list them.
    const symbols = all.filter(({ specifier }) => !specifier.endsWith('/internal'))
    const names = symbols.flatMap(({ name, isRuntime }) => (isRuntime ? [name] : []))
    findings.push(...checkNames(file, page, [...new Set(names)]))
  }
  return { checked, findings: inOrder(findings) }
}

function checkHeadings(file: string, { headings }: MarkdownPage): readonly Finding[] {
  const found = headings.filter(({ level }) => level === 2)
  const wrongAt = README_HEADINGS.findIndex((expected, at) => found[at]?.text !== expected)
  if (wrongAt === -1 && found.length === README_HEADINGS.length) return []
  const at = wrongAt === -1 ? README_HEADINGS.length : wrongAt
  const expected = README_HEADINGS[at]
  const actual = found[at]
  const wanted = expected === undefined ? 'no further level-2 heading' : `"## ${expected}"`
  const message = `${wanted} is expected ${actual === undefined ? 'and missing' : `here, not "## ${actual.text}"`}`
  return [{ file, ...(actual === undefined ? {} : { line: actual.line }), message }]
}

function checkNames(file: string, page: MarkdownPage, names: readonly string[]): readonly Finding[] {
  const heading = page.headings.find(({ level, text }) => level === 2 && text === 'API')
  if (heading === undefined) return []
  const named = page.headings.filter(
    ({ level, text }) => level === 2 && (text === 'API' || text === 'Errors'),
  )
  const words = new Set(
    named.flatMap((section) => sectionBelow(page, section).match(/[A-Za-z_$][\w$]*/g) ?? []),
  )
  return names
    .filter((name) => !words.has(name))
    .map((name) => ({ file, line: heading.line, message: `neither API nor Errors names ${name}` }))
}
