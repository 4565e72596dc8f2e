// Writes the reference: every exported name of every package, with what its comment says. Reads what the build made.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Application } from 'typedoc'
import { DOCS, ROOT, readPublicPackages } from './workspace.mjs'

/** Table cells as a site without raw HTML can show them. */
const FORMATS = {
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  propertyMembersFormat: 'table',
  enumMembersFormat: 'table',
}

export async function makeReference() {
  // The lowest layer first: a name that several packages export is documented where it is from.
  const entries = readPublicPackages().reverse().flatMap(entriesOf)
  const folder = mkdtempSync(join(tmpdir(), 'toolscout-reference-'))
  try {
    const app = await Application.bootstrapWithPlugins({
      entryPoints: entries.map(({ file }) => join(ROOT, file)),
      tsconfig: join(DOCS, 'site', 'tsconfig.json'),
      basePath: ROOT,
      plugin: [fileURLToPath(import.meta.resolve('typedoc-plugin-markdown'))],
      out: folder,
      logLevel: 'Error',
      skipErrorChecking: true, // a gate compiles everything
      readme: 'none',
      disableSources: true,
      disableGit: true,
      excludeInternal: true,
      outputFileStrategy: 'modules',
      hidePageHeader: true,
      hideBreadcrumbs: true,
      hidePageTitle: true,
      // What one imports stands first, errors last, without what every Error of the platform has.
      groupOrder: ['Functions', 'References', 'Variables', 'Interfaces', 'Type Aliases', '*', 'Classes'],
      excludeExternals: true,
      ...FORMATS,
    })
    const project = await app.convert()
    if (project === undefined) throw new Error('typedoc could not read the packages')
    await app.generateOutputs(project)
    const pages = new Map(entries.map((entry) => [entry.made, entry]))
    const made = new Set(readdirSync(folder, { recursive: true }).map(String))
    for (const entry of entries) {
      if (!made.has(entry.made)) throw new Error(`${entry.file} is not built: npm run build comes first`)
      writePage(entry, readFileSync(join(folder, entry.made), 'utf8'), pages)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The entries of a package: their declarations, what typedoc will call the page, and where it goes. */
function entriesOf({ name, folder, manifest }) {
  return Object.entries(manifest.exports).flatMap(([path, target]) => {
    // The internal entry is no API.
    if (target.types === undefined || path === './internal') return []
    const file = posix.join(folder, target.types)
    const made = `${file.replace(/(?:\/index)?\.d\.ts$/, '')}.md`
    const page = path === '.' ? 'api' : `api-${path.slice(2).replaceAll('/', '-')}`
    const title = path === '.' ? manifest.name : posix.join(manifest.name, path)
    return [{ file, made, page: `packages/${name}/${page}.md`, title }]
  })
}

function writePage({ made, page, title }, text, pages) {
  const body = text
    .replaceAll(/<a id="[^"]*"><\/a> ?/g, '')
    .replaceAll(/\[([^\]]*)\]\(([^)#]*)(#[^)]*)?\)/g, (link, label, file, hash = '') => {
      if (hash.startsWith('#property-')) return label
      if (/^[a-z]+:/.test(file)) return link
      const target = file === '' ? pages.get(made) : pages.get(posix.join(posix.dirname(made), file))
      // Headings of the site have dashes where names have underscores.
      return target === undefined ? label : `[${label}](/${target.page}${hash.replaceAll('_', '-')})`
    })
  const others = [...pages.values()].filter((entry) => posix.dirname(entry.page) === posix.dirname(page))
  const list =
    others.length < 2 ? '' : `${others.map((entry) => `[${entry.title}](/${entry.page})`).join(' · ')}\n\n`
  mkdirSync(join(DOCS, dirname(page)), { recursive: true })
  writeFileSync(join(DOCS, page), `---\noutline: [2, 3]\n---\n\n# ${title}: every name\n\n${list}${body}`)
}
