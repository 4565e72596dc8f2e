import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Finding } from './finding.ts'
import { type PackedPackage, packPackages } from './packed-packages.ts'
import { describeFailure, runCommand } from './run-command.ts'
import { type Package, readPackage } from './workspace.ts'

/** A first installation fetches everything from the registry. */
const INSTALL_TIMEOUT_MS = 300_000

/** How packages are installed. */
export interface InstallOptions {
  /** The program of Node that npm runs with. Default: the one of this process. */
  readonly node?: string
}

/**
 * Packs packages and installs the archives into an empty folder, by npm and without running any script. Hands the
 * folder to `use`, or what went wrong, and removes it afterwards.
 */
export async function withInstalled<Result>(
  root: string,
  owners: readonly Package[],
  { node }: InstallOptions,
  use: (folder: string, trouble: Finding | undefined) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'toolscout-installed-'))
  try {
    const { packed, failure } = await packPackages(root, owners)
    if (failure !== undefined) return await use(folder, { file: 'package.json', message: failure })
    const trouble = await install(folder, packed, { root: await readPackage(root, ''), node })
    return await use(folder, trouble)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function install(
  folder: string,
  packed: readonly PackedPackage[],
  { root, node }: { readonly root: Package; readonly node: string | undefined },
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
    // npm is a script for whichever node is found first.
    ...(node === undefined ? {} : { env: { PATH: `${dirname(node)}:${process.env.PATH ?? ''}` } }),
  })
  const trouble = describeFailure(result, INSTALL_TIMEOUT_MS)
  return trouble === undefined ? undefined : { file: 'package.json', message: `npm install ${trouble}` }
}
