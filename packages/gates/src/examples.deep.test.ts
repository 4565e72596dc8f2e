import { expect, test } from 'vitest'
import { examples, MAX_EXAMPLE_LINES, MIN_EXAMPLE_LINES } from './examples.ts'
import { createTree, findingsOf, type TreeFiles } from './fixtures/tree.ts'

function exampleOf(name: string, lines: number, code: string): TreeFiles {
  return {
    [`examples/${name}/package.json`]: '{ "type": "module" }',
    [`examples/${name}/src/main.ts`]: '// a line\n'.repeat(lines),
    [`examples/${name}/dist/main.js`]: code,
  }
}

test('passes examples that exit with 0, and leaves folders without a package alone', async () => {
  const root = await createTree({
    ...exampleOf('short', MIN_EXAMPLE_LINES, "console.log('done')"),
    ...exampleOf('long', MAX_EXAMPLE_LINES, ''),
    ...exampleOf('demo', 9 * MAX_EXAMPLE_LINES, ''),
    'examples/data/tools.json': '[]',
  })
  expect(await examples.inspect(root)).toEqual({ checked: 3, findings: [] })
})

test('finds an example that fails, with the end of what it said', async () => {
  const files = exampleOf(
    'wrong',
    MIN_EXAMPLE_LINES,
    "console.log('expected 3 tools, saw 2'); process.exit(1)",
  )
  expect(await findingsOf(examples, files)).toEqual([
    'examples/wrong/src/main.ts exited with 1: expected 3 tools, saw 2',
  ])
})

test('finds an example that was not built, too short, or too long', async () => {
  const files = {
    ...exampleOf('a-short', MIN_EXAMPLE_LINES - 1, ''),
    ...exampleOf('b-long', MAX_EXAMPLE_LINES, ''),
    'examples/b-long/src/server.ts': '// one more\n',
    ...exampleOf('c-unbuilt', MIN_EXAMPLE_LINES, ''),
    'examples/c-unbuilt/dist/main.js': undefined,
  }
  expect(await findingsOf(examples, files)).toEqual([
    'examples/a-short 29 lines, 30 to 80 wanted',
    'examples/b-long 81 lines, 30 to 80 wanted',
    expect.stringMatching(/^examples\/c-unbuilt\/src\/main.ts exited with 1: (?:.|\n)*MODULE_NOT_FOUND/),
  ])
})
