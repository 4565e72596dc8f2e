import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Finding, type Gate, type Inspection, inOrder } from './finding.ts'
import { readSources } from './source-files.ts'

/** The page that lists what differs, and every acceptance line below its last heading. */
export const ACCEPTANCE_PAGE = 'docs/decisions/changed-on-purpose.md'

const LIST = '# The list'
/** Lines by their numbers alone, several of one list, and one line in words. */
const NUMBERS = /^- ([A-Z]{3,4}): ((?:\d{3} ?)+)$/gm
const WORDS = /^- ([A-Z]{3,4}-\d{3}): \S/gm
const NAMED = /\b([A-Z]{3,4})-(\d{3})\b(?: to (?:\1-)?(\d{3})\b)?/g

/** What the descent of the project promises is kept, or the page says what changed. */
export const acceptance: Gate = {
  name: 'acceptance',
  rule: `each acceptance line listed at the end of ${ACCEPTANCE_PAGE} is named by a test, or by that page with what is different`,
  unit: 'lines',
  inspect: inspectAcceptance,
}

async function inspectAcceptance(root: string): Promise<Inspection> {
  const page = await readFile(join(root, ACCEPTANCE_PAGE), 'utf8')
  const [told = '', list = ''] = page.split(LIST)
  const numbered = [...list.matchAll(NUMBERS)].flatMap(([, prefix, numbers = '']) =>
    numbers.split(' ').map((number) => `${prefix}-${number}`),
  )
  const lines = [...numbered, ...[...list.matchAll(WORDS)].map(([, line = '']) => line)]
  const named = namedIn(told)
  for (const folder of await readdir(join(root, 'packages')))
    for (const { isTest, text } of await readSources(root, `packages/${folder}`))
      if (isTest) for (const line of namedIn(text)) named.add(line)
  const findings = lines
    .filter((line) => !named.has(line))
    .map(
      (line): Finding => ({
        file: ACCEPTANCE_PAGE,
        message: `${line} is named by no test; write one, or tell here what is different and why`,
      }),
    )
  return { checked: lines.length, findings: inOrder(findings) }
}

/** The lines a text names, those of a range such as `PRV-002 to PRV-004` among them. */
function namedIn(text: string): Set<string> {
  const named = new Set<string>()
  for (const [, prefix, from, to = from] of text.matchAll(NAMED))
    for (let number = Number(from); number <= Number(to); number += 1)
      named.add(`${prefix}-${String(number).padStart(3, '0')}`)
  return named
}
