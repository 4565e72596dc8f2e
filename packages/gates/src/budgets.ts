import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { countPackages, type PackageCounts } from './counting/count-packages.ts'
import { type Finding, type Gate, inOrder } from './finding.ts'
import { lineOf } from './workspace.ts'

/** Where the budgets are. */
export const BUDGETS_FILE = 'packages/gates/budgets.json'

/** How large a package may be; see `PackageCounts` for how each number is counted. */
export interface PackageBudget {
  readonly lines: number
  readonly exports: number
  readonly options: number
  readonly longFunctions: number
}

const KEYS = ['lines', 'exports', 'options', 'longFunctions'] as const

const UNITS = {
  lines: 'lines of code',
  exports: 'public names',
  options: 'options',
  longFunctions: 'functions over 60 lines',
}

/** No published package grows unnoticed: growth needs a commit that raises the budget and gives the reason. */
export const budgets: Gate = {
  name: 'budgets',
  rule: 'no published package is larger than its budget in lines, names, options and long functions',
  unit: 'packages',
  inspect: async (root) => {
    if (!existsSync(join(root, BUDGETS_FILE))) {
      const message = 'is missing; write it with npm run budgets'
      return { checked: 0, findings: [{ file: BUDGETS_FILE, message }] }
    }
    const text = await readFile(join(root, BUDGETS_FILE), 'utf8')
    const known = JSON.parse(text) as Readonly<Record<string, PackageBudget>>
    const counted = await readBudgets(root)
    const findings: Finding[] = []
    const find = (name: string, message: string): void => {
      const line = lineOf(text, `"${name}"`)
      findings.push({ file: BUDGETS_FILE, ...(line !== undefined && { line }), message })
    }
    for (const [name, counts] of Object.entries(counted)) {
      const budget = known[name]
      if (budget === undefined) find(name, `${name} has no budget; add it with npm run budgets`)
      for (const key of budget === undefined ? [] : KEYS) {
        if (counts[key] <= (budget?.[key] ?? 0)) continue
        const message = `${name} has ${counts[key]} ${UNITS[key]}, the budget is ${budget?.[key]}`
        find(name, `${message}; delete some, or raise it with npm run budgets in a commit that says why`)
      }
    }
    for (const name of Object.keys(known)) {
      if (counted[name] === undefined) find(name, `${name} is not a published package; run npm run budgets`)
    }
    return { checked: Object.keys(counted).length, findings: inOrder(findings) }
  },
}

/** Today's figures of every published package, by name. */
export async function readBudgets(root: string): Promise<Readonly<Record<string, PackageBudget>>> {
  const published = (await countPackages(root)).filter(({ isPublished }) => isPublished)
  return Object.fromEntries(published.map((counts) => [counts.name, toBudget(counts)]))
}

function toBudget({ lines, exports, options, longFunctions }: PackageCounts): PackageBudget {
  return { lines, exports, options, longFunctions: longFunctions.length }
}
