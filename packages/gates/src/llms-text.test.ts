import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

test('llms.txt begins as its form wants, and leads to pages there are, by their titles', () => {
  const text = readFileSync(join(root, 'docs/public/llms.txt'), 'utf8')
  expect(text).toMatch(/^# Toolscout\n\n> .+\n/)
  const links = [
    ...text.matchAll(/^- \[(.+)\]\(https:\/\/raw\.githubusercontent\.com\/[^/]+\/[^/]+\/main\/(.+)\)$/gm),
  ]
  expect(links.length).toBeGreaterThan(10)
  for (const [, title, file = ''] of links) {
    expect(existsSync(join(root, file)), file).toBe(true)
    expect(readFileSync(join(root, file), 'utf8').split('\n')[0], file).toBe(`# ${title}`)
  }
})
