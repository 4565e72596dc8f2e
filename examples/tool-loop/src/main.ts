// A model calls tools until it knows the answer. Here a script plays the model, so that everything is always the same.
import assert from 'node:assert/strict'
import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFileTools } from '@toolscout/example-file-tools'
import { createToolbox, type ModelReply, runToolLoop } from '@toolscout/runtime'

const root = await realpath(await mkdtemp(join(tmpdir(), 'tool-loop-')))
await writeFile(join(root, 'notes.txt'), 'The parrot is called Ada.\nShe likes nuts.\n')
await symlink('/etc/hosts', join(root, 'escape.txt'))

const toolbox = createToolbox()
toolbox.register(await createFileTools({ roots: [root] }))

const call = (name: string, args: object): ModelReply => ({ calls: [{ id: name, name, arguments: args }] })
const script: readonly ModelReply[] = [
  call('Gerp', { pattern: 'parrot' }), // No such tool: the answer names the one that is meant.
  call('Grep', { pattern: 'parrot', content_search: true }),
  call('Open', { File: 'notes.txt', start: '2' }), // Mended: the case of a name, a number as text.
  call('Open', { file: 'escape.txt' }), // Refused by the tool, which is an answer like any other.
  { text: 'The parrot is called Ada.' },
]
let turn = 0
const model = { name: 'script', reply: async () => script[turn++] ?? {} }

const { text, rounds, messages } = await runToolLoop({
  model,
  tools: toolbox,
  messages: 'What is the parrot called?',
})
const answers = messages.flatMap((message) => (message.role === 'tools' ? message.results : []))
for (const { name, result } of answers) console.log(name, '→', JSON.stringify(result.content))
console.log(text)

assert.deepEqual([text, rounds], ['The parrot is called Ada.', 4])
assert.deepEqual(
  answers.map(({ result }) => result.content.map((block) => (block.type === 'text' ? block.text : ''))[0]),
  [
    'tool not found: Gerp\nDid you mean Grep?',
    'Found 1 match:\nnotes.txt:1:The parrot is called Ada.',
    'Opened notes.txt (lines 2-2):\n\nShe likes nuts.',
    'Access denied: path outside working directory',
  ],
)
await rm(root, { recursive: true })
