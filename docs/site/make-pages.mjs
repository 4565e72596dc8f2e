// Writes the pages that are made of something else: of packages their READMEs, of examples their code.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DOCS, REPOSITORY, ROOT, readExamples, readPublicPackages } from './workspace.mjs'

/** Folders of the docs that are made, and ignored by git. */
const MADE = ['packages', 'examples']

export function makePages() {
  for (const folder of MADE) rmSync(join(DOCS, folder), { recursive: true, force: true })
  const packages = readPublicPackages()
  for (const entry of packages) write(`packages/${entry.name}/index.md`, packagePage(entry))
  write('packages/index.md', packageList(packages))
  const examples = readExamples()
  for (const entry of examples) write(`examples/${entry.name}.md`, examplePage(entry))
  write('examples/index.md', exampleList(examples))
}

function write(path, text) {
  mkdirSync(dirname(join(DOCS, path)), { recursive: true })
  writeFileSync(join(DOCS, path), text)
}

function packagePage({ name, folder }) {
  const text = readFileSync(join(ROOT, folder, 'README.md'), 'utf8')
  return `${text.trimEnd()}\n\n---\n\n[Every exported name](/packages/${name}/api.md) · [Sources](${REPOSITORY}/${folder})\n`
}

function packageList(packages) {
  const rows = packages.map(
    ({ name, question, manifest }) =>
      `| [${manifest.name}](/packages/${name}/) | ${question} | [API](/packages/${name}/api.md) |`,
  )
  return `# Packages

Each answers one question, and imports only packages of a lower layer; the list goes from the highest to the lowest. [Architecture](/architecture.md) says how they fit together. Most people need [@toolscout/discovery](/packages/discovery/) or [@toolscout/gateway](/packages/gateway/) and nothing else.

| package | its question | every name |
| --- | --- | --- |
${rows.join('\n')}
`
}

/** The code of an example is its page: it runs in CI and exits with 1 when what it shows is not so. */
function examplePage({ name, folder, manifest }) {
  const readme = join(ROOT, folder, 'README.md')
  const intro = existsSync(readme)
    ? readFileSync(readme, 'utf8')
        .replace(/^# .*\n/, '')
        .trim()
    : ''
  const sources = readdirSync(join(ROOT, folder, 'src'), { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^fixtures\//.test(file))
    .sort((a, b) => Number(b === 'main.ts') - Number(a === 'main.ts') || (a < b ? -1 : 1))
  const blocks = sources.map((file) => {
    const code = readFileSync(join(ROOT, folder, 'src', file), 'utf8').trimEnd()
    return `**[${file}](${REPOSITORY}/${folder}/src/${file})**\n\n\`\`\`\`ts\n${code}\n\`\`\`\`\n`
  })
  return `# ${name}

${manifest.description}

Run it in a clone: \`npx -y pnpm@10.34.9 run build && node ${folder}/dist/main.js\`. It checks itself, and CI runs it.

${intro}

${blocks.join('\n')}`
}

function exampleList(examples) {
  const rows = examples.map(
    ({ name, manifest }) => `- [${name}](/examples/${name}.md): ${manifest.description}`,
  )
  return `# Examples

Each is one story of 30 to 80 lines that checks itself and exits with 1 when something is not as it says.

${rows.join('\n')}
`
}
