import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatFinding } from './finding.ts'
import { withInstalled } from './install-packages.ts'
import { measureSizes, SIZES_FILE } from './package-sizes.ts'
import { readPackages } from './workspace.ts'

/** Room for everyday changes; what needs more is looked at. */
const ROOM = 1.2
/** Budgets are round numbers, so that they change seldom. */
const STEP_BYTES = 1_000
/** For packages that are new: most of ours need far less. */
const DEFAULT = { bundleBytes: 400_000, installBytes: 60_000_000 }

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
const owners = (await readPackages(root)).filter(({ manifest }) => manifest.private !== true)
const budgetOf = (bytes: number): number => Math.ceil((bytes * ROOM) / STEP_BYTES) * STEP_BYTES

process.exitCode = await withInstalled(root, owners, {}, async (folder, trouble) => {
  if (trouble !== undefined) {
    process.stderr.write(`${formatFinding(trouble)}\n`)
    return 1
  }
  const sizes = await measureSizes(owners, folder)
  const budgets = Object.entries(sizes).map(([name, { bundleBytes, installBytes }]) => {
    process.stdout.write(`${name}: ${bundleBytes} bytes of code, ${installBytes} installed\n`)
    return [name, { bundleBytes: budgetOf(bundleBytes), installBytes: budgetOf(installBytes) }]
  })
  const text = JSON.stringify({ default: DEFAULT, ...Object.fromEntries(budgets) }, undefined, 2)
  await writeFile(join(root, SIZES_FILE), `${text}\n`)
  return 0
})
