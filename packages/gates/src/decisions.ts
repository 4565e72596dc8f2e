import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Finding, type Gate, type Inspection, inOrder } from './finding.ts'

/** The page that lists the decisions. */
export const DECISION_INDEX = 'docs/decisions/README.md'

const FOLDER = 'docs/decisions'
const BEGIN = '<!-- begin: npm run decisions -->'
const END = '<!-- end -->'

/** The index of the decisions is made from the first lines of their pages. */
export const decisions: Gate = {
  name: 'decisions',
  rule: `each decision begins with a title, a line "> what was decided" and a date, and ${DECISION_INDEX} lists them`,
  unit: 'pages',
  inspect: inspectDecisions,
}

async function inspectDecisions(root: string): Promise<Inspection> {
  const { index, checked, findings } = await writeIndex(root)
  const isCurrent = index === (await readFile(join(root, DECISION_INDEX), 'utf8'))
  const stale = {
    file: DECISION_INDEX,
    message: 'does not list the pages as they are; run npm run decisions',
  }
  return { checked, findings: inOrder(isCurrent ? findings : [...findings, stale]) }
}

/** The index as it should be: the newest decision first, then by title. */
export async function writeIndex(
  root: string,
): Promise<{ readonly index: string; readonly checked: number; readonly findings: readonly Finding[] }> {
  const findings: Finding[] = []
  const rows: { readonly date: string; readonly title: string; readonly row: string }[] = []
  const files = (await readdir(join(root, FOLDER))).filter(
    (file) => file.endsWith('.md') && file !== 'README.md',
  )
  for (const file of files) {
    const text = await readFile(join(root, FOLDER, file), 'utf8')
    const [, title, summary] = /^# (.+)\n\n> (.+)\n\n/.exec(text) ?? []
    const date = /^\d{4}-\d{2}-\d{2}\b/m.exec(text)?.[0]
    if (title === undefined || summary === undefined || date === undefined)
      findings.push({
        file: `${FOLDER}/${file}`,
        message: 'needs a title, a line "> what was decided" and a date',
      })
    else rows.push({ date, title, row: `- ${date} [${title}](${file}): ${summary}` })
  }
  rows.sort((a, b) => (a.date > b.date ? -1 : a.date < b.date ? 1 : a.title < b.title ? -1 : 1))
  const page = await readFile(join(root, DECISION_INDEX), 'utf8')
  const [before = ''] = page.split(BEGIN)
  const [, after = ''] = page.split(END)
  const list = rows.map(({ row }) => row).join('\n')
  return { index: `${before}${BEGIN}\n\n${list}\n\n${END}${after}`, checked: files.length, findings }
}
