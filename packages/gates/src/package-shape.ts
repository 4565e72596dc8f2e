import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { type Finding, type Gate, type Inspection, inOrder } from './finding.ts'
import { type PackedPackage, packPackages } from './packed-packages.ts'
import { type Package, readPackages, SOURCE_CONDITION } from './workspace.ts'

/** How a user resolves who is not served: without `exports`. */
const IGNORED_RESOLUTION = 'node10'
/** Entries that are for our own packages, which are no CommonJS, or that are data, such as a table, which has no types. */
const NO_TYPES = [/\/internal$/, /\.bin$/]

/** What belongs into the repository and not to users. */
const NOT_SHIPPED = /\.test\.|\.tsbuildinfo$|(?:^|\/)fixtures\//

/** What a user gets is looked at as he gets it: the packed archive, not the folder. Packs what the build made. */
export const packageShape: Gate = {
  name: 'package-shape',
  rule: 'each packed package is complete, resolves with its types, and holds nothing of the workspace',
  unit: 'packages',
  inspect: inspectPackages,
}

async function inspectPackages(root: string): Promise<Inspection> {
  const owners = (await readPackages(root)).filter(({ manifest }) => manifest.private !== true)
  if (owners.length === 0) return { checked: 0, findings: [] }
  const { packed, failure } = await packPackages(root, owners)
  const findings = failure === undefined ? [] : [{ file: 'package.json', message: `pnpm pack: ${failure}` }]
  for (const { owner, tarball } of packed) {
    const messages = tarball === undefined ? ['was not packed'] : await checkTarball(root, owner, tarball)
    findings.push(...messages.map((message) => ({ file: owner.manifestFile, message })))
  }
  return { checked: owners.length, findings: inOrder(findings satisfies Finding[]) }
}

async function checkTarball(
  root: string,
  { name, folder }: Package,
  tarball: NonNullable<PackedPackage['tarball']>,
): Promise<readonly string[]> {
  const contents = createPackageFromTarballData(tarball)
  const prefix = `/node_modules/${name}/`
  const files = contents
    .listFiles()
    .map((path) => (path.startsWith(prefix) ? path.slice(prefix.length) : path))
  const manifest = contents.readFile(`${prefix}package.json`)
  return [
    ...checkContents(files, manifest),
    ...files
      .filter((file) => !hasSource(join(root, folder), file))
      .map((file) => `the archive holds ${file}, whose source is gone`),
    ...(await lint(tarball, manifest)),
    ...(await checkTypes(contents)),
  ]
}

function checkContents(files: readonly string[], manifest: string): readonly string[] {
  const holds = new Set(files)
  // What packages are loaded from is `bundle` or `dist`, as their exports say, which publint holds them to.
  const entry = manifest.includes('"./bundle/index.js"') ? 'bundle/index.js' : 'dist/index.js'
  const missing = ['README.md', 'LICENSE', entry, 'dist/index.d.ts'].filter((file) => !holds.has(file))
  const left = ['workspace:', 'catalog:', SOURCE_CONDITION].filter((text) => manifest.includes(text))
  return [
    ...missing.map((file) => `the archive lacks ${file}`),
    ...files.filter((file) => NOT_SHIPPED.test(file)).map((file) => `the archive holds ${file}`),
    ...left.map((text) => `the packed package.json still says "${text}"`),
  ]
}

/** Whether what the compiler made still has what it was made from. */
function hasSource(folder: string, file: string): boolean {
  const built = /^dist\/(.+)\.(?:js|d\.ts)$/.exec(file)
  return built === null || existsSync(join(folder, 'src', `${built[1]}.ts`))
}

async function lint(tarball: Uint8Array, manifest: string): Promise<readonly string[]> {
  const bytes = Uint8Array.from(tarball).buffer
  const { messages } = await publint({ pack: { tarball: bytes }, level: 'warning' })
  const parsed = JSON.parse(manifest) as Parameters<typeof formatMessage>[1]
  return messages.map(
    (message) => `publint: ${formatMessage(message, parsed, { color: false }) ?? message.code}`,
  )
}

async function checkTypes(contents: Parameters<typeof checkPackage>[0]): Promise<readonly string[]> {
  const result = await checkPackage(contents, { excludeEntrypoints: NO_TYPES })
  if (result.types === false) return ['attw: the archive has no types']
  return result.problems
    .filter((problem) => !('resolutionKind' in problem && problem.resolutionKind === IGNORED_RESOLUTION))
    .map((problem) => {
      const entrypoint = 'entrypoint' in problem ? ` at "${problem.entrypoint}"` : ''
      const resolution = 'resolutionKind' in problem ? ` under ${problem.resolutionKind}` : ''
      return `attw: ${problem.kind}${entrypoint}${resolution}`
    })
}
