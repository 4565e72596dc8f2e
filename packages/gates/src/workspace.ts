import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Packages of this layer are for development: they may import anything, and nothing above them ships. */
const DEV_LAYER = 9

/** The condition under which a package's `exports` name its sources. */
export const SOURCE_CONDITION = '@toolscout/source'

/** The kinds of dependencies of which the user of a package gets a part. */
export const RUNTIME_DEPENDENCY_KINDS = ['dependencies', 'optionalDependencies', 'peerDependencies'] as const

/** The parts of a package.json that gates read. */
export interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly private?: boolean
  readonly description?: string
  readonly keywords?: readonly string[]
  readonly homepage?: string
  readonly bugs?: { readonly url?: string }
  readonly author?: unknown
  readonly license?: string
  readonly type?: string
  readonly sideEffects?: unknown
  readonly packageManager?: string
  readonly repository?: unknown
  readonly files?: readonly string[]
  readonly engines?: { readonly node?: string }
  readonly toolscout?: {
    readonly layer?: unknown
    /** Its devDependencies that are packed into its bundle, so that users need not install them. */
    readonly inlined?: readonly string[]
    /** Why its entry has a default export, such as a host that loads no other. */
    readonly defaultExport?: string
    /** Optional peers that the code of the package's page needs; the gate installs the version we develop with. */
    readonly pagePeers?: readonly string[]
  }
  readonly exports?: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** A folder with a package.json. */
export interface Package {
  readonly name: string
  /** Path from the root, such as `packages/model`; empty for the root itself. */
  readonly folder: string
  /** Path of its package.json from the root. */
  readonly manifestFile: string
  readonly manifest: Manifest
  /** The text of package.json, to find lines in. */
  readonly manifestText: string
  /** The declared layer; `undefined` when it is missing or no whole number. */
  readonly layer: number | undefined
}

/** Reads every package under `packages/`, in the order of their folders. */
export function readPackages(root: string): Promise<readonly Package[]> {
  return readFolders(root, 'packages')
}

/** Reads every example that is a package, in the order of their folders. */
export function readExamples(root: string): Promise<readonly Package[]> {
  return readFolders(root, 'examples')
}

/** Reads one package; `folder` is relative to the root, and empty for the root itself. */
export async function readPackage(root: string, folder: string): Promise<Package> {
  const manifestFile = folder === '' ? 'package.json' : `${folder}/package.json`
  const manifestText = await readFile(join(root, manifestFile), 'utf8')
  const manifest = JSON.parse(manifestText) as Manifest
  const layer = manifest.toolscout?.layer
  return {
    name: manifest.name ?? folder,
    folder,
    manifestFile,
    manifest,
    manifestText,
    layer: Number.isInteger(layer) ? (layer as number) : undefined,
  }
}

/** Whether a package exists for development only. */
export function isDevPackage(candidate: Package): boolean {
  return candidate.layer === DEV_LAYER
}

/** The line of a text, from 1, where `needle` first occurs; `undefined` when it does not. */
export function lineOf(text: string, needle: string): number | undefined {
  const at = text.indexOf(needle)
  return at === -1 ? undefined : text.slice(0, at).split('\n').length
}

async function readFolders(root: string, parent: string): Promise<readonly Package[]> {
  if (!existsSync(join(root, parent))) return []
  const names = (await readdir(join(root, parent))).sort()
  const folders = names
    .map((name) => `${parent}/${name}`)
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
  return Promise.all(folders.map((folder) => readPackage(root, folder)))
}
