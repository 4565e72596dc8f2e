import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Finding, type Gate, type Inspection, inOrder } from './finding.ts'
import { lineOf, type Manifest, type Package, readExamples, readPackage, readPackages } from './workspace.ts'

/** The licence of everything here. */
const LICENCE = 'MIT'
/** Code under the licence of everything, and data that has one of its own. */
const OTHER_LICENCES: ReadonlyMap<string, string> = new Map([
  ['@toolscout/languages', `${LICENCE} AND CC-BY-SA-3.0`],
])

/** Packages that ship data of others, whose licences want their names in a NOTICE. */
const WITH_NOTICE: ReadonlySet<string> = new Set([
  '@toolscout/guard',
  '@toolscout/languages',
  '@toolscout/search',
  '@toolscout/semantic',
])

/** Kinds whose versions are decided by us; peers are a range on purpose. */
const PINNED_KINDS = ['dependencies', 'optionalDependencies', 'devDependencies'] as const

/** One exact version, also behind an alias such as `npm:other@1.2.3`; the workspace; or the catalog, checked itself. */
const PINNED = /^(?:(?:npm:.+@)?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?|workspace:\*|catalog:)$/

/** Each package says who may use it, what it is and what it runs on, and gets the same dependencies tomorrow. */
export const licence: Gate = {
  name: 'licence',
  rule: `each package.json is complete, as npm shows it too, ${LICENCE}, ESM without side effects, with pinned dependencies`,
  unit: 'manifests',
  inspect: inspectManifests,
}

async function inspectManifests(root: string): Promise<Inspection> {
  const packages = await readPackages(root)
  const docs = existsSync(join(root, 'docs/package.json')) ? [await readPackage(root, 'docs')] : []
  const others = [await readPackage(root, ''), ...docs, ...(await readExamples(root))]
  const findings = [
    ...packages.flatMap((owner) => [...checkIdentity(owner), ...checkShipping(owner), ...checkPins(owner)]),
    ...(await Promise.all(packages.map((owner) => checkNotice(root, owner)))).flat(),
    ...others.flatMap((owner) => [...checkIdentity(owner), ...checkPrivacy(owner), ...checkPins(owner)]),
    ...(await checkCatalog(root)),
    ...(await checkLicenceFile(root)),
  ]
  return { checked: packages.length + others.length, findings: inOrder(findings) }
}

function checkIdentity({ name, manifest, manifestFile }: Package): readonly Finding[] {
  const expected = OTHER_LICENCES.get(name) ?? LICENCE
  const missing: [keyof Manifest, boolean, string][] = [
    ['license', manifest.license === expected, `is not "${expected}"`],
    ['description', Boolean(manifest.description?.trim()), 'is missing'],
    ['type', manifest.type === 'module', 'is not "module"'],
  ]
  return missing.flatMap(([key, right, what]) =>
    right ? [] : [{ file: manifestFile, message: `"${key}" ${what}` }],
  )
}

function checkShipping({ manifest, manifestFile, folder }: Package): readonly Finding[] {
  const { repository } = manifest
  const directory = (repository as { readonly directory?: unknown } | undefined)?.directory
  const wrong: [keyof Manifest, boolean, string][] = [
    ['repository', directory === folder, `names no directory "${folder}"`],
    ['engines', manifest.engines?.node !== undefined, 'names no node'],
    ['sideEffects', manifest.sideEffects === false, 'is not false'],
  ]
  // What people read on npm, before they have seen anything else.
  const shown: [keyof Manifest, boolean, string][] = [
    ['keywords', (manifest.keywords?.length ?? 0) > 0, 'is missing'],
    ['homepage', manifest.homepage?.includes(`/${folder}`) === true, `leads to no page of "${folder}"`],
    ['bugs', manifest.bugs?.url !== undefined, 'names no url'],
    ['author', Boolean(manifest.author), 'is missing'],
  ]
  return [...wrong, ...(manifest.private === true ? [] : shown)].flatMap(([key, right, what]) =>
    right ? [] : [{ file: manifestFile, message: `"${key}" ${what}` }],
  )
}

/** The root, the site and the examples are private, so that they cannot be published by accident. */
function checkPrivacy({ manifest, manifestFile }: Package): readonly Finding[] {
  return manifest.private === true ? [] : [{ file: manifestFile, message: '"private" is not true' }]
}

function checkPins({ manifest, manifestFile, manifestText }: Package): readonly Finding[] {
  return PINNED_KINDS.flatMap((kind) => Object.entries(manifest[kind] ?? {})).flatMap(([name, version]) => {
    if (PINNED.test(version)) return []
    const line = lineOf(manifestText, `"${name}": "${version}"`)
    const place = { file: manifestFile, ...(line === undefined ? {} : { line }) }
    return [{ ...place, message: `"${name}": "${version}" is not pinned to one version` }]
  })
}

async function checkNotice(root: string, { name, folder, manifest }: Package): Promise<readonly Finding[]> {
  if (!WITH_NOTICE.has(name)) return []
  const file = `${folder}/NOTICE`
  const text = existsSync(join(root, file)) ? await readFile(join(root, file), 'utf8') : ''
  if (text.trim() === '') return [{ file, message: 'is missing; it names whose data the package ships' }]
  const isPacked = manifest.files?.includes('NOTICE') === true
  return isPacked ? [] : [{ file: `${folder}/package.json`, message: '"files" lacks NOTICE' }]
}

async function checkCatalog(root: string): Promise<readonly Finding[]> {
  const file = 'pnpm-workspace.yaml'
  if (!existsSync(join(root, file))) return []
  const lines = (await readFile(join(root, file), 'utf8')).split('\n')
  const start = lines.indexOf('catalog:')
  if (start === -1) return []
  const length = lines.slice(start + 1).findIndex((line) => /^\S/.test(line) && !line.startsWith('#'))
  const entries = lines.slice(start + 1, length === -1 ? undefined : start + 1 + length)
  return entries.flatMap((entry, index) => {
    const [, name, version = ''] =
      /^\s+['"]?([^'":#]+)['"]?:\s*['"]?([^'"#]*?)['"]?\s*(?:#.*)?$/.exec(entry) ?? []
    if (name === undefined || PINNED.test(version)) return []
    return [
      { file, line: start + index + 2, message: `"${name}": "${version}" is not pinned to one version` },
    ]
  })
}

async function checkLicenceFile(root: string): Promise<readonly Finding[]> {
  const text = existsSync(join(root, 'LICENSE')) ? await readFile(join(root, 'LICENSE'), 'utf8') : ''
  return text.includes(`${LICENCE} License`)
    ? []
    : [{ file: 'LICENSE', message: `is not the ${LICENCE} License` }]
}
