import { expect, test } from 'vitest'
import { BUDGETS_FILE, budgets, readBudgets } from './budgets.ts'
import { HOUSE } from './fixtures/house.ts'
import { createTree, findingsOf } from './fixtures/tree.ts'

const FIGURES = {
  '@house/model': { lines: 20, exports: 4, options: 1, longFunctions: 0 },
  '@house/search': { lines: 5, exports: 1, options: 0, longFunctions: 0 },
}

function withFigures(figures: object) {
  return { ...HOUSE, [BUDGETS_FILE]: JSON.stringify(figures, undefined, 2) }
}

test('reads the figures of published packages alone', async () => {
  expect(await readBudgets(await createTree(HOUSE))).toEqual(FIGURES)
})

test('passes a house within its budgets', async () => {
  const { checked, findings } = await budgets.inspect(await createTree(withFigures(FIGURES)))
  expect({ checked, findings }).toEqual({ checked: 2, findings: [] })
})

test('finds growth, and asks for a commit that says why', async () => {
  const smaller = { ...FIGURES, '@house/model': { ...FIGURES['@house/model'], lines: 19, exports: 3 } }
  expect(await findingsOf(budgets, withFigures(smaller))).toEqual([
    `${BUDGETS_FILE}:2 @house/model has 20 lines of code, the budget is 19; delete some, or raise it with npm run budgets in a commit that says why`,
    `${BUDGETS_FILE}:2 @house/model has 4 public names, the budget is 3; delete some, or raise it with npm run budgets in a commit that says why`,
  ])
})

test('finds a package without a budget, and a budget without its package', async () => {
  const { '@house/search': search, ...rest } = FIGURES
  expect(await findingsOf(budgets, withFigures({ ...rest, '@house/gone': search }))).toEqual([
    `${BUDGETS_FILE} @house/search has no budget; add it with npm run budgets`,
    `${BUDGETS_FILE}:8 @house/gone is not a published package; run npm run budgets`,
  ])
})

test('finds that there are no budgets', async () => {
  expect(await findingsOf(budgets, HOUSE)).toEqual([
    `${BUDGETS_FILE} is missing; write it with npm run budgets`,
  ])
})
