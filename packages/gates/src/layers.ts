import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { type Finding, type Gate, type Inspection, inOrder } from './finding.ts'
import { listImports, type ModuleImport, packageOf } from './module-imports.ts'
import { checkReferences } from './project-references.ts'
import { parseSource, readSources, type SourceFile } from './source-files.ts'
import {
  isDevPackage,
  lineOf,
  type Package,
  RUNTIME_DEPENDENCY_KINDS,
  readExamples,
  readPackage,
  readPackages,
} from './workspace.ts'
import { checkWorkspaceOrder } from './workspace-order.ts'

/** Arrows only go down: in what sources import, in what packages declare, and in the order of the workspace. */
export const layers: Gate = {
  name: 'layers',
  rule: 'a package imports only declared packages of a strictly lower layer',
  unit: 'imports',
  inspect: inspectLayers,
}

/** What a check of one package needs to know of the others. */
interface House {
  readonly byName: ReadonlyMap<string, Package>
  /** What the root offers to tests and to development packages, such as vitest. */
  readonly rootTools: ReadonlySet<string>
}

async function inspectLayers(root: string): Promise<Inspection> {
  const packages = await readPackages(root)
  const rootPackage = await readPackage(root, '')
  const house: House = {
    byName: new Map(packages.map((found) => [found.name, found])),
    rootTools: new Set(Object.keys(rootPackage.manifest.devDependencies ?? {})),
  }
  const findings: Finding[] = []
  let checked = 0
  for (const owner of [...packages, ...(await readExamples(root))]) {
    for (const source of await readSources(root, owner.folder)) {
      for (const imported of listImports(parseSource(source))) {
        checked += 1
        findings.push(...checkImport(owner, source, imported, house))
      }
    }
  }
  for (const owner of packages) {
    findings.push(...checkManifest(owner, house), ...(await checkReferences(root, owner, packages)))
  }
  const list = join(root, 'pnpm-workspace.yaml')
  findings.push(...checkWorkspaceOrder(existsSync(list) ? await readFile(list, 'utf8') : '', packages))
  return { checked, findings: inOrder(findings) }
}

function checkImport(
  owner: Package,
  source: SourceFile,
  { specifier, line }: ModuleImport,
  house: House,
): readonly Finding[] {
  const found = (message: string): Finding[] => [{ file: source.path, line, message }]
  if (/^\.\.?(\/|$)/.test(specifier)) {
    const target = posix.join(posix.dirname(source.path), specifier)
    if (target.startsWith(`${owner.folder}/`)) return []
    return found(`"${specifier}" leaves ${owner.folder}; import the package by its name`)
  }
  const name = packageOf(specifier)
  if (name === undefined) return []
  if (name === owner.name) {
    // A test may import its own package by name; in a source file this risks a cycle.
    return source.isTest ? [] : found(`"${specifier}" is this package itself; import the file`)
  }
  const target = house.byName.get(name)
  if (target !== undefined && !mayUse(owner, target, source.isTest))
    return found(arrow(owner, 'imports', target))
  if (declaredNames(owner, source.isTest, house).has(name)) return []
  const inDevOnly = name in (owner.manifest.devDependencies ?? {})
  return found(
    inDevOnly
      ? `"${name}" is only a devDependency, and this is no test; move it to dependencies`
      : `"${name}" is not declared in ${owner.manifestFile}`,
  )
}

function checkManifest(owner: Package, { byName }: House): readonly Finding[] {
  const at = (needle: string, message: string): Finding => {
    const line = lineOf(owner.manifestText, needle)
    return { file: owner.manifestFile, ...(line === undefined ? {} : { line }), message }
  }
  if (owner.layer === undefined)
    return [at('"toolscout"', 'needs "toolscout": { "layer": n } with a whole number')]
  const findings: Finding[] = []
  for (const kind of [...RUNTIME_DEPENDENCY_KINDS, 'devDependencies'] as const) {
    for (const name of Object.keys(owner.manifest[kind] ?? {})) {
      const target = byName.get(name)
      if (target === undefined || mayUse(owner, target, kind === 'devDependencies')) continue
      findings.push(at(`"${name}":`, arrow(owner, `has in its ${kind}`, target)))
    }
  }
  return findings
}

/** Whether an arrow from `owner` to `target` goes down; what only tests use may also be a development package. */
function mayUse(owner: Package, target: Package, forTests: boolean): boolean {
  // Examples stand outside the layers, as users do, and a package without a layer is reported by its manifest.
  if (owner.layer === undefined || isDevPackage(owner)) return true
  if (target.layer === undefined) return true
  return target.layer < owner.layer || (forTests && isDevPackage(target))
}

function arrow(owner: Package, verb: string, target: Package): string {
  const spelled = ({ name, layer }: Package): string => `${name} (layer ${layer})`
  return `${spelled(owner)} ${verb} ${spelled(target)}; arrows only go down`
}

function declaredNames(owner: Package, forTests: boolean, { rootTools }: House): ReadonlySet<string> {
  const { manifest } = owner
  const inlined = manifest.toolscout?.inlined ?? []
  const names = [...RUNTIME_DEPENDENCY_KINDS.flatMap((kind) => Object.keys(manifest[kind] ?? {})), ...inlined]
  const development = [...Object.keys(manifest.devDependencies ?? {}), ...rootTools]
  // Unpublished packages (development packages and examples) may use either list.
  const isShipped = owner.layer !== undefined && !isDevPackage(owner)
  return new Set(forTests || !isShipped ? [...names, ...development] : names)
}
