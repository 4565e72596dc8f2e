import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BUDGETS_FILE, readBudgets } from './budgets.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
const figures = await readBudgets(root)
await writeFile(join(root, BUDGETS_FILE), `${JSON.stringify(figures, undefined, 2)}\n`)
process.stdout.write(`${BUDGETS_FILE}: ${Object.keys(figures).length} packages\n`)
