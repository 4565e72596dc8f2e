import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import ts from 'typescript'
import type { Finding } from './finding.ts'
import type { Package } from './workspace.ts'

/**
 * Checks that a package's tsconfig.json refers to exactly the packages of ours it depends on. A missing reference
 * goes unnoticed while the others happen to be built and breaks the build of a fresh clone.
 */
export async function checkReferences(
  root: string,
  owner: Package,
  packages: readonly Package[],
): Promise<readonly Finding[]> {
  const file = `${owner.folder}/tsconfig.json`
  if (!existsSync(join(root, file)))
    return [{ file, message: 'is missing: every package is a project of its own' }]
  const { config, error } = ts.parseConfigFileTextToJson(file, await readFile(join(root, file), 'utf8'))
  if (error !== undefined) return [{ file, message: ts.flattenDiagnosticMessageText(error.messageText, ' ') }]
  const references =
    (config as { readonly references?: readonly { readonly path: string }[] }).references ?? []
  const referred = new Set(references.map(({ path }) => posix.join(owner.folder, path)))
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = owner.manifest
  const declared = { ...dependencies, ...optionalDependencies, ...peerDependencies }
  const needed = new Set([...Object.keys(declared), ...(owner.manifest.toolscout?.inlined ?? [])])
  return packages
    .filter((target) => needed.has(target.name) !== referred.has(target.folder))
    .map((target) => ({
      file,
      message: referred.has(target.folder)
        ? `refers to ${target.folder}, which is no dependency of ${owner.name}`
        : `does not refer to ${target.folder}, a dependency of ${owner.name}`,
    }))
}
