import { expect, test } from 'vitest'
import { formatFinding } from './finding.ts'
import { createTree } from './fixtures/tree.ts'
import { inspectPages, site } from './site.ts'

const page = (body: string, head = ''): string => `<html><head>${head}</head><body>${body}</body></html>`

test('follows every link of built pages, to its heading', async () => {
  const folder = await createTree({
    'index.html': page(
      '<a href="/guide/one.html#use">a</a><a class="b" href="/guide/">b</a><h1 id="top">T</h1>',
    ),
    'guide/index.html': page('<a href="../index.html#top">a</a><a href="https://example.com/x">b</a>'),
    'guide/one.html': page('<h2 id="use">Use</h2><a href="#use">a</a><a href="./data.json">b</a>'),
    'guide/data.json': '{}',
  })
  expect(await inspectPages(folder)).toEqual({ checked: 3, findings: [] })
})

test('finds links to pages and headings that are not there, and what is loaded from elsewhere', async () => {
  const folder = await createTree({
    'index.html': page(
      '<a href="/gone.html">a</a><a href="/one.html#nothing">b</a><script src="https://cdn.example/x.js"></script>',
      '<link rel="stylesheet" href="//fonts.example/a.css">',
    ),
    'one.html': page('<a href="#missing">a</a><img src="/one.png">'),
  })
  const { findings } = await inspectPages(folder)
  expect(findings.map(formatFinding)).toEqual([
    'index.html loads https://cdn.example/x.js from elsewhere',
    'index.html loads //fonts.example/a.css from elsewhere',
    'index.html links to /gone.html, which is not there',
    'index.html links to /one.html#nothing, and one.html has no such heading',
    'one.html links to #missing, and one.html has no such heading',
  ])
})

test('looks at what the build has put where it was told to', async () => {
  const build =
    "import { writeFileSync } from 'node:fs'; writeFileSync(process.argv.at(-1) + '/index.html', '<a href=\"/gone\">')"
  const root = await createTree({ 'docs/site/main.mjs': build })
  const { checked, findings } = await site.inspect(root)
  expect([checked, findings.map(formatFinding)]).toEqual([
    1,
    ['index.html links to /gone, which is not there'],
  ])
})

test('tells what a build that breaks has said', async () => {
  const root = await createTree({
    'docs/site/main.mjs': 'console.error("2 dead links"); process.exit(1)',
  })
  const { checked, findings } = await site.inspect(root)
  expect([checked, findings.map(formatFinding)]).toEqual([0, ['docs exited with 1: 2 dead links']])
  expect(await inspectPages(await createTree({}))).toEqual({ checked: 0, findings: [] })
})
