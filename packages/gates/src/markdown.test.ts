import { expect, test } from 'vitest'
import { parseMarkdown, sectionBelow } from './markdown.ts'

const PAGE = `# Title

## Use \`it\` ##

\`\`\`ts sketch
## no heading
const a = 1
\`\`\`

- a list

  ~~~TS
  const b = 2
    ~~~~

### Deeper

## Next
\`\`\`\`
\`\`\`
unclosed
`

test('reads headings outside code only', () => {
  expect(parseMarkdown(PAGE).headings).toEqual([
    { level: 1, text: 'Title', line: 1 },
    { level: 2, text: 'Use `it`', line: 3 },
    { level: 3, text: 'Deeper', line: 16 },
    { level: 2, text: 'Next', line: 18 },
  ])
})

test('reads blocks with their language, flags, place and indentation', () => {
  expect(parseMarkdown(PAGE).blocks).toEqual([
    { language: 'ts', flags: ['sketch'], code: '## no heading\nconst a = 1', line: 6 },
    { language: 'ts', flags: [], code: 'const b = 2', line: 13 },
    { language: '', flags: [], code: '```\nunclosed\n', line: 20 },
  ])
})

test('cuts a section with its subsections', () => {
  const page = parseMarkdown('## A\none\n### B\ntwo\n## C\nthree\n')
  expect(page.headings.map((heading) => sectionBelow(page, heading))).toEqual([
    'one\n### B\ntwo',
    'two',
    'three\n',
  ])
})
