import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { type Finding, type Gate, type Inspection, inOrder } from './finding.ts'
import { describeFailure, runCommand } from './run-command.ts'

/** Half a minute of one core; a machine with much else to do takes longer. */
const TIMEOUT_MS = 300_000

/** The pages as readers get them: built, with every link leading somewhere, and nothing loaded from elsewhere. */
export const site: Gate = {
  name: 'site',
  rule: 'the pages build without a network, every link of the site leads somewhere, and nothing is loaded from elsewhere',
  unit: 'pages',
  inspect: inspectSite,
}

async function inspectSite(root: string): Promise<Inspection> {
  const folder = await mkdtemp(join(tmpdir(), 'toolscout-site-'))
  try {
    const parameters = [join('site', 'main.mjs'), 'build', '--out', folder]
    const result = await runCommand(process.execPath, parameters, {
      cwd: join(root, 'docs'),
      timeoutMs: TIMEOUT_MS,
    })
    const trouble = describeFailure(result, TIMEOUT_MS)
    if (trouble !== undefined) return { checked: 0, findings: [{ file: 'docs', message: trouble }] }
    return await inspectPages(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface BuiltPage {
  readonly path: string
  readonly links: readonly string[]
  readonly ids: ReadonlySet<string>
  readonly loads: readonly string[]
}

/** Looks at a folder of built pages; links and ids are read off the HTML, as a browser would. */
export async function inspectPages(folder: string): Promise<Inspection> {
  const files = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll('\\', '/'))
  const pages = new Map<string, BuiltPage>()
  for (const path of files.filter((name) => name.endsWith('.html')))
    pages.set(path, readPage(path, await readFile(join(folder, path), 'utf8')))
  const exists = (path: string): boolean => pages.has(path) || existsSync(join(folder, path))
  const findings = [...pages.values()].flatMap((page) => [
    ...page.loads.map((address) => ({ file: page.path, message: `loads ${address} from elsewhere` })),
    ...page.links.flatMap((link) => checkLink(page, link, { pages, exists })),
  ])
  return { checked: pages.size, findings: inOrder(findings) }
}

function readPage(path: string, html: string): BuiltPage {
  const attributes = (pattern: RegExp): string[] =>
    [...html.matchAll(pattern)].map(([, value = '']) => value.replaceAll('&amp;', '&'))
  const loads = attributes(/<(?:script|img|source|iframe|video)\b[^>]*?\ssrc="([^"]*)"/g)
  const links = attributes(/<link\b[^>]*?\shref="([^"]*)"/g)
  return {
    path,
    links: attributes(/<a\b[^>]*?\shref="([^"]*)"/g).filter((href) => !/^[a-z]+:/i.test(href)),
    ids: new Set(attributes(/\sid="([^"]*)"/g)),
    loads: [...loads, ...links].filter((address) => /^(?:https?:)?\/\//i.test(address)),
  }
}

function checkLink(
  page: BuiltPage,
  link: string,
  {
    pages,
    exists,
  }: { readonly pages: ReadonlyMap<string, BuiltPage>; readonly exists: (path: string) => boolean },
): readonly Finding[] {
  const [address = '', hash = ''] = link.split('#')
  const place = address === '' ? page.path : fileOf(address, page.path)
  if (!exists(place)) return [{ file: page.path, message: `links to ${link}, which is not there` }]
  const target = pages.get(place)
  if (hash === '' || target === undefined || target.ids.has(decodeURIComponent(hash))) return []
  return [{ file: page.path, message: `links to ${link}, and ${place} has no such heading` }]
}

/** The file that a server of static files answers an address with. */
function fileOf(address: string, from: string): string {
  const path = decodeURI(address.split('?')[0] ?? '')
  const absolute = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(from), path)
  return absolute === '' || absolute.endsWith('/') ? `${absolute}index.html` : absolute
}
