// Two tools that read files, called as a model calls them: found, read on, and kept inside their folder.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createToolbox } from '@toolscout/runtime'
import { createFileTools } from './index.ts'

const root = await realpath(await mkdtemp(join(tmpdir(), 'file-tools-')))
await mkdir(join(root, 'build'))
await writeFile(join(root, '.gitignore'), 'build\n')
await writeFile(join(root, 'build', 'notes.txt'), 'parrots, made by a machine\n')
await writeFile(join(root, 'notes.txt'), 'The parrot is called Ada.\n'.repeat(700))
await symlink('/etc/hosts', join(root, 'escape.txt'))

const toolbox = createToolbox()
toolbox.register(await createFileTools({ roots: [root] }))

async function ask(name: string, args: object): Promise<string> {
  const { content } = await toolbox.call(name, args)
  const [block] = content
  return block?.type === 'text' ? block.text : ''
}

const found = await ask('Grep', { pattern: 'parrots?', content_search: true, max_results: 2 })
const opened = await ask('Open', { file: 'notes.txt' })
const rest = await ask('Open', { file: 'notes.txt', start: 501 })
const refused = await ask('Open', { file: 'escape.txt' })
console.log([found, opened.slice(-80), rest.slice(0, 60), refused].join('\n---\n'))

assert.match(found, /^Found 2 matches:\nnotes\.txt:1:The parrot is called Ada\.\nnotes\.txt:2:/)
assert.match(opened, /Read on with start 501\.\)$/)
assert.match(rest, /^Opened notes\.txt \(lines 501-700\):\n\nThe parrot/)
assert.equal(refused, 'Access denied: path outside working directory')
await rm(root, { recursive: true })
