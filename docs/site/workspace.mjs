// What the site is made of, read from the workspace: whoever adds a package or an example adds no line here.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
export const DOCS = join(ROOT, 'docs')

/** Where the repository can be read by people, for links to what is no page. */
export const REPOSITORY = 'https://github.com/toolscout/toolscout/blob/main'

/** The packages people install, the highest layer first, each with its question. */
export function readPublicPackages() {
  const questions = readQuestions()
  return readFolders('packages')
    .filter(({ manifest }) => manifest.private !== true)
    .map((entry) => ({ ...entry, question: questions.get(entry.folder) ?? '' }))
    .sort((a, b) => b.manifest.toolscout.layer - a.manifest.toolscout.layer || (a.name < b.name ? -1 : 1))
}

/** The examples, each a story. */
export function readExamples() {
  return readFolders('examples')
}

function readFolders(parent) {
  return readdirSync(join(ROOT, parent))
    .sort()
    .map((name) => ({ name, folder: `${parent}/${name}` }))
    .filter(({ folder }) => existsSync(join(ROOT, folder, 'package.json')))
    .map((entry) => ({
      ...entry,
      manifest: JSON.parse(readFileSync(join(ROOT, entry.folder, 'package.json'), 'utf8')),
    }))
}

/** The comment behind each entry of the workspace: which question the package answers. */
function readQuestions() {
  const lines = readFileSync(join(ROOT, 'pnpm-workspace.yaml'), 'utf8').split('\n')
  const entries = lines.flatMap((line) => {
    const [, folder, question] = /^\s+- (\S+) # layer \d+: (.+)$/.exec(line) ?? []
    return folder === undefined ? [] : [[folder, `${question[0].toUpperCase()}${question.slice(1)}`]]
  })
  return new Map(entries)
}
