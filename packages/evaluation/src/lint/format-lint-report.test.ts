import { expect, it } from 'vitest'
import { FLAWS, SOUND_TOOLS, toolOf } from './fixtures/flawed-catalog.ts'
import { formatLintReport } from './format-lint-report.ts'
import { lintCatalog } from './lint-catalog.ts'

it('a report is a table, the findings of each code, and a sum', async () => {
  const tools = [...SOUND_TOOLS, toolOf('a/run', 'Runs'), toolOf('b/execute', 'Executes')]
  expect(formatLintReport(await lintCatalog(tools), { examples: 1 })).toMatchInlineSnapshot(`
    "code               errors  findings  tools
    VAGUE_NAME              0         2      2
    SHORT_DESCRIPTION       0         2      2

    VAGUE_NAME
    Name what is done to what, such as run_query or execute_payment.
    - warning: The name "run" of "a/run" fits any tool.
    - 1 more

    SHORT_DESCRIPTION
    Add what the tool works on, what comes back, and when to use it.
    - warning: "a/run" has 1 word to be searched for: "Runs".
    - 1 more

    4 findings in 7 tools.
    "
  `)
})

it('in Markdown, foreign text is no markup', async () => {
  const tools = [toolOf('a/b_c', '[click](_)\n# | <img>')]
  const report = await lintCatalog(tools)
  expect(formatLintReport(report, { format: 'markdown' })).toMatchInlineSnapshot(`
    "| code              | errors | findings | tools |
    | ----------------- | -----: | -------: | ----: |
    | SHORT_DESCRIPTION |      0 |        1 |     1 |

    ## SHORT_DESCRIPTION

    Add what the tool works on, what comes back, and when to use it.

    - warning: "a/b\\_c" has 2 words to be searched for: "\\[click\\](\\_)\\\\n\\# \\| \\<img\\>".

    1 finding in 1 tool.
    "
  `)
})

it('holds each code that was found, and examples when they are wanted', async () => {
  const report = await lintCatalog(Object.values(FLAWS).flat())
  const [whole, table] = [formatLintReport(report), formatLintReport(report, { examples: 0 })]
  for (const code of Object.keys(FLAWS)) {
    expect(whole.split(code)).toHaveLength(3)
    expect(table.split(code)).toHaveLength(2)
  }
  expect(() => formatLintReport(report, { examples: -1 })).toThrow(RangeError)
})

it('of a sound catalog is a line', async () => {
  expect(formatLintReport(await lintCatalog(SOUND_TOOLS))).toBe('0 findings in 5 tools.\n')
})
