import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finding } from './finding.ts'
import type { Package } from './workspace.ts'

/** Where the budgets stand. */
export const SIZES_FILE = 'packages/gates/sizes.json'

/** What a package may weigh. */
export interface PackageSize {
  /** Bytes of the JavaScript it ships. */
  readonly bundleBytes: number
  /** Bytes of it and of everything that is installed with it, optional peers apart. */
  readonly installBytes: number
}

/** By name of the package; `default` is for those that have no budget of their own yet. */
export type PackageSizes = Readonly<Record<string, PackageSize>>

/** Each package that weighs more than its budget. */
export async function checkSizes(
  root: string,
  owners: readonly Package[],
  folder: string,
): Promise<readonly Finding[]> {
  if (!existsSync(join(root, SIZES_FILE))) return []
  const budgets = JSON.parse(await readFile(join(root, SIZES_FILE), 'utf8')) as PackageSizes
  const sizes = await measureSizes(owners, folder)
  const stale = Object.keys(budgets).filter((name) => name !== 'default' && sizes[name] === undefined)
  return [
    ...stale.map((name) => ({ file: SIZES_FILE, message: `${name} is no package any more` })),
    ...owners.flatMap(({ name, manifestFile }) => {
      const size = sizes[name]
      const budget = budgets[name] ?? budgets.default
      if (size === undefined || budget === undefined) return []
      return (['bundleBytes', 'installBytes'] as const).flatMap((key) => {
        if (size[key] <= budget[key]) return []
        const message = `${key} ${size[key]}, the budget is ${budget[key]}; make it smaller, or say why: npm run sizes`
        return [{ file: manifestFile, message }]
      })
    }),
  ]
}

/** What each package weighs in a folder where all are installed. */
export async function measureSizes(owners: readonly Package[], folder: string): Promise<PackageSizes> {
  const sizes = new Map<string, PackageSize>()
  const bytesOf = new Map<string, number>()
  for (const { name } of owners) {
    const place = join(folder, 'node_modules', name)
    if (!existsSync(place)) continue
    let installBytes = 0
    for (const each of await closureOf(place, folder)) {
      const bytes = bytesOf.get(each) ?? (await countBytes(each, () => true))
      bytesOf.set(each, bytes)
      installBytes += bytes
    }
    const bundleBytes = await countBytes(place, (file) => file.endsWith('.js'))
    sizes.set(name, { bundleBytes, installBytes })
  }
  return Object.fromEntries(sizes)
}

/** The folders of a package and of all it depends on, as Node finds them. */
async function closureOf(place: string, top: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const visit = async (folder: string): Promise<void> => {
    if (found.has(folder)) return
    found.add(folder)
    const { dependencies, optionalDependencies } = JSON.parse(
      await readFile(join(folder, 'package.json'), 'utf8'),
    ) as Record<string, Record<string, string> | undefined>
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const next = resolve(folder, name, top)
      if (next !== undefined) await visit(next)
    }
  }
  await visit(place)
  return found
}

/** `undefined` for what is not installed, such as an optional dependency for another system. */
function resolve(from: string, name: string, top: string): string | undefined {
  for (let folder = from; folder.length >= top.length; folder = join(folder, '..')) {
    const place = join(folder, 'node_modules', name)
    if (existsSync(join(place, 'package.json'))) return place
  }
  return undefined
}

/** Bytes of the files of one package, without what is installed inside of it. */
async function countBytes(place: string, counts: (file: string) => boolean): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(place, { withFileTypes: true })) {
    const path = join(place, entry.name)
    if (entry.isDirectory() && entry.name !== 'node_modules') bytes += await countBytes(path, counts)
    else if (entry.isFile() && counts(entry.name)) bytes += (await stat(path)).size
  }
  return bytes
}
