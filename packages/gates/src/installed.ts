import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCompiler } from './compiler.ts'
import { type Finding, type Gate, type Inspection, inOrder } from './finding.ts'
import { parseMarkdown } from './markdown.ts'
import { type PackedPackage, packPackages } from './packed-packages.ts'
import { describeFailure, runCommand } from './run-command.ts'
import { type Package, readPackage, readPackages } from './workspace.ts'

/** A first installation fetches everything from the registry. */
const INSTALL_TIMEOUT_MS = 300_000
/** What takes longer has hung. */
const RUN_TIMEOUT_MS = 60_000

/** How the users of a library resolve it: Node itself, and bundlers. */
const RESOLUTIONS = [
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'esnext', moduleResolution: 'bundler' },
] as const

/** What a page's code may import or look up beside the packages themselves: what its reader has anyway. */
const AT_HAND = /^(?:node:|@toolscout\/|zod$)/
const SCRIPTS = ['preinstall', 'install', 'postinstall'] as const

/** The packages as a stranger gets them: archives in an empty folder, with a package manager that runs no script. */
export const installed: Gate = {
  name: 'installed',
  rule: 'the packed packages install without scripts, compile for nodenext and bundler, and run the code of their pages',
  unit: 'pages',
  inspect: inspectInstallation,
}

interface PageCode {
  readonly owner: Package
  readonly line: number
  readonly file: string
  readonly code: string
}

async function inspectInstallation(root: string): Promise<Inspection> {
  const owners = (await readPackages(root)).filter(({ manifest }) => manifest.private !== true)
  if (owners.length === 0) return { checked: 0, findings: [] }
  const { packed, failure } = await packPackages(root, owners)
  if (failure !== undefined) return { checked: 1, findings: [{ file: 'package.json', message: failure }] }
  const folder = await mkdtemp(join(tmpdir(), 'toolscout-installed-'))
  try {
    const trouble = await install(folder, packed, await readPackage(root, ''))
    if (trouble !== undefined) return { checked: owners.length, findings: [trouble] }
    const pages = (await Promise.all(owners.map((owner) => firstBlock(root, owner)))).flat()
    for (const { file, code } of pages) await writeFile(join(folder, 'src', `${file}.ts`), code)
    const findings = [...(await scriptsIn(folder)), ...(await compile(folder)), ...(await run(folder, pages))]
    return { checked: pages.length, findings: inOrder(findings) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function install(
  folder: string,
  packed: readonly PackedPackage[],
  root: Package,
): Promise<Finding | undefined> {
  await mkdir(join(folder, 'src'))
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const archives: string[] = []
  for (const { owner, tarball } of packed) {
    if (tarball === undefined) continue
    const archive = `./${owner.name.replace(/\W+/g, '-')}.tgz`
    await writeFile(join(folder, archive), tarball)
    archives.push(archive)
  }
  const types = `@types/node@${root.manifest.devDependencies?.['@types/node'] ?? '20'}`
  const peers = packed.flatMap(({ owner: { manifest } }) =>
    (manifest.toolscout?.pagePeers ?? []).map(
      (name) => `${name}@${manifest.devDependencies?.[name] ?? 'latest'}`,
    ),
  )
  const parameters = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const result = await runCommand('npm', [...parameters, types, 'zod@4', ...peers, ...archives], {
    cwd: folder,
    timeoutMs: INSTALL_TIMEOUT_MS,
  })
  const trouble = describeFailure(result, INSTALL_TIMEOUT_MS)
  return trouble === undefined ? undefined : { file: 'package.json', message: `npm install ${trouble}` }
}

async function firstBlock(root: string, owner: Package): Promise<readonly PageCode[]> {
  const page = parseMarkdown(await readFile(join(root, owner.folder, 'README.md'), 'utf8').catch(() => ''))
  const block = page.blocks.find(
    ({ language, code }) => language === 'ts' && importsOf(code).every((name) => AT_HAND.test(name)),
  )
  if (block === undefined) return []
  return [{ owner, line: block.line, file: owner.folder.replace(/\W+/g, '-'), code: block.code }]
}

function importsOf(code: string): readonly string[] {
  return [...code.matchAll(/(?:from |resolve\(\s*)'([^']+)'/g)].map(([, name = '']) => name)
}

/** What a package would run on the machine of whoever installs it; nothing of ours or below us may. */
async function scriptsIn(folder: string): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  const modules = join(folder, 'node_modules')
  for (const path of await readdir(modules, { recursive: true })) {
    if (!/(?:^|node_modules\/)(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path)) continue
    const manifest = JSON.parse(await readFile(join(modules, path), 'utf8')) as {
      readonly name?: string
      readonly scripts?: Readonly<Record<string, string>>
      readonly gypfile?: boolean
    }
    const found = SCRIPTS.filter((script) => manifest.scripts?.[script] !== undefined)
    if (found.length > 0 || manifest.gypfile === true) {
      const message = `installing runs ${found.join(', ') || 'a native build'} of ${manifest.name ?? path}`
      findings.push({ file: 'package.json', message })
    }
  }
  return findings
}

async function compile(folder: string): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const resolution of RESOLUTIONS) {
    const compilerOptions = {
      ...resolution,
      target: 'es2023',
      lib: ['es2023'],
      types: ['node'],
      strict: true,
      skipLibCheck: false,
      rootDir: 'src',
      outDir: resolution.moduleResolution,
    }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }))
    const run = await runCompiler(folder, ['-p', 'tsconfig.json'])
    findings.push(
      ...run.findings.map(({ file, message }) => ({
        file,
        message: `${resolution.moduleResolution}: ${message}`,
      })),
    )
  }
  return findings
}

async function run(folder: string, pages: readonly PageCode[]): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const { owner, line, file } of pages) {
    const result = await runCommand(process.execPath, [join(folder, 'nodenext', `${file}.js`)], {
      cwd: folder,
      timeoutMs: RUN_TIMEOUT_MS,
    })
    const trouble = describeFailure(result, RUN_TIMEOUT_MS)
    if (trouble !== undefined) findings.push({ file: `${owner.folder}/README.md`, line, message: trouble })
  }
  return findings
}
