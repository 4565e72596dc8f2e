import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Finding, formatFinding } from './finding.ts'
import { withInstalled } from './install-packages.ts'
import { compilePages, runPages, writePages } from './installed-pages.ts'
import { describeFailure, runCommand } from './run-command.ts'
import { type Package, readPackages } from './workspace.ts'

/** The oldest version we promise, and the newest of each line that is looked after. */
const VERSIONS = ['20.19.0', '22', '24', '26']

/** A hundred megabytes, the first time. */
const FETCH_TIMEOUT_MS = 600_000

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
const wanted = process.argv.slice(2)

let failed = 0
for (const version of wanted.length === 0 ? VERSIONS : wanted) {
  const owners = (await readPackages(root)).filter(({ manifest }) => manifest.private !== true)
  const findings = await withNode(version, (node) => tryPackages(owners, node))
  failed += Math.min(findings.length, 1)
  process.stdout.write(`${findings.length === 0 ? 'pass' : 'FAIL'}  Node ${version}\n`)
  for (const finding of findings) process.stdout.write(`      ${formatFinding(finding)}\n`)
}
process.exitCode = failed === 0 ? 0 : 1

/** The archives of all packages, installed by npm on that Node into an empty folder, run the code of their pages. */
async function tryPackages(owners: readonly Package[], node: string): Promise<readonly Finding[]> {
  return withInstalled(root, owners, { node }, async (folder, trouble) => {
    if (trouble !== undefined) return [trouble]
    const pages = await writePages(root, owners, folder)
    return [...(await compilePages(folder)), ...(await runPages(folder, pages, node))]
  })
}

/** Fetches a version from npm, where Node lies as a package without scripts. */
async function withNode(
  version: string,
  use: (node: string) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'toolscout-node-'))
  try {
    const name = `node-${process.platform}-${process.arch}`
    const parameters = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder]
    const limits = { cwd: folder, timeoutMs: FETCH_TIMEOUT_MS }
    const run = await runCommand('npm', [...parameters, '--prefer-offline', `${name}@${version}`], limits)
    const trouble = describeFailure(run, FETCH_TIMEOUT_MS)
    if (trouble !== undefined) return [{ file: 'package.json', message: `npm install ${name} ${trouble}` }]
    return await use(join(folder, 'node_modules', name, 'bin', 'node'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
