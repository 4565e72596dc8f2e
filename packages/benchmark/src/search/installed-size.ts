import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** A package as it lies on disk. */
export interface InstalledPackage {
  readonly version: string
  /** Its files and those of everything it depends on, once each. */
  readonly bytes: number
}

interface Manifest {
  readonly version: string
  readonly files?: readonly string[]
  readonly dependencies?: { readonly [name: string]: string }
  readonly optionalDependencies?: { readonly [name: string]: string }
}

/**
 * What installing a package brings, `undefined` when it is not installed. Of a package of this repository only what
 * it would publish is counted.
 *
 * @param from Path or URL of a file that could import it.
 */
export function measureInstalled(name: string, from: string): InstalledPackage | undefined {
  const root = findPackage(name, from)
  if (root === undefined) return undefined
  const folders = new Set<string>([root])
  let bytes = 0
  // The set grows while it is walked; each folder comes once.
  for (const folder of folders) {
    const manifest = readManifest(folder)
    bytes += publishedPaths(folder, manifest).reduce((sum, path) => sum + bytesOf(path), 0)
    const needed = { ...manifest.dependencies, ...manifest.optionalDependencies }
    for (const dependency of Object.keys(needed)) {
      const found = findPackage(dependency, join(folder, 'package.json'))
      if (found !== undefined) folders.add(found)
    }
  }
  return { version: readManifest(root).version, bytes }
}

/** Looks where Node.js would, but for the folder: not every package lets its manifest be imported. */
function findPackage(name: string, from: string): string | undefined {
  const places = createRequire(from).resolve.paths(name) ?? []
  const place = places.find((folder) => existsSync(join(folder, name, 'package.json')))
  return place === undefined ? undefined : realpathSync(join(place, name))
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

function publishedPaths(folder: string, { files }: Manifest): readonly string[] {
  const isOurs = !folder.split(/[\\/]/).includes('node_modules')
  if (!isOurs || files === undefined) return [folder]
  return files.filter((file) => !file.startsWith('!')).map((file) => join(folder, file))
}

function bytesOf(path: string): number {
  if (!existsSync(path)) return 0
  const status = statSync(path)
  if (!status.isDirectory()) return status.size
  return readdirSync(path)
    .filter((name) => name !== 'node_modules' && name !== '.tsbuildinfo')
    .reduce((sum, name) => sum + bytesOf(join(path, name)), 0)
}
