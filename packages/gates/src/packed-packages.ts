import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { outputTail, runCommand } from './run-command.ts'
import { type Package, readPackage } from './workspace.ts'

/** Packing copies files; a fresh machine fetches pnpm first. */
const TIMEOUT_MS = 300_000

/** The tarball of one package, as it would be published. */
export interface PackedPackage {
  readonly owner: Package
  /** The compressed archive; `undefined` when none was made. */
  readonly tarball: Uint8Array | undefined
}

/** The archives of all packages asked for, or why there are none. */
export interface Packing {
  readonly packed: readonly PackedPackage[]
  /** What pnpm said when it failed. */
  readonly failure: string | undefined
}

/** Packs packages with pnpm into a temporary folder and reads the archives; the tree stays as it was. */
export async function packPackages(root: string, owners: readonly Package[]): Promise<Packing> {
  const folder = await mkdtemp(join(tmpdir(), 'toolscout-pack-'))
  try {
    const [command = '', ...first] = await pnpmCommand(root)
    const filters = owners.flatMap(({ name }) => ['--filter', name])
    const parameters = [...first, '--recursive', ...filters, 'pack', '--pack-destination', folder]
    const run = await runCommand(command, parameters, { cwd: root, timeoutMs: TIMEOUT_MS })
    const names = new Set(await readdir(folder))
    const packed = await Promise.all(
      owners.map(async (owner) => {
        const name = tarballName(owner)
        return { owner, tarball: names.has(name) ? await readFile(join(folder, name)) : undefined }
      }),
    )
    return { packed, failure: run.exitCode === 0 ? undefined : outputTail(run.output) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The pnpm that runs this process, or the one the root asks for. */
async function pnpmCommand(root: string): Promise<readonly string[]> {
  const running = process.env.npm_execpath
  if (running !== undefined && /pnpm\.c?js$/.test(running)) return [process.execPath, running]
  const { manifest } = await readPackage(root, '')
  const version = manifest.packageManager?.split('+')[0] ?? 'pnpm'
  return ['npx', '-y', version]
}

function tarballName({ name, manifest }: Package): string {
  return `${name.replace(/^@/, '').replace('/', '-')}-${manifest.version ?? ''}.tgz`
}
