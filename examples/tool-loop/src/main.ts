// A model calls tools until it knows the answer. Here a script plays the model, so that everything is always the same.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { defineTool, textResult } from '@toolscout/model'
import { createToolbox, type ModelReply, runToolLoop } from '@toolscout/toolbox'
import { z } from 'zod'

const root = await realpath(await mkdtemp(join(tmpdir(), 'tool-loop-')))
await writeFile(join(root, 'notes.txt'), 'The parrot is called Ada.\nShe likes nuts.\n')
await symlink('/etc/hosts', join(root, 'escape.txt'))

/** Where a path really leads; links that lead out of the root are refused. */
async function inside(path: string): Promise<string> {
  const file = await realpath(resolve(root, path))
  if (relative(root, file).startsWith('..')) throw new RangeError(`${path} is outside the folder.`)
  return file
}

const toolbox = createToolbox()
toolbox.register([
  defineTool({
    name: 'open',
    description: 'Read lines of a file',
    inputSchema: z.object({ file: z.string(), start: z.number().int().min(1).default(1) }),
    annotations: { readOnlyHint: true },
    execute: async ({ file, start }) => {
      const lines = (await readFile(await inside(file), 'utf8')).split('\n')
      return lines.slice(start - 1).join('\n')
    },
  }),
  defineTool({
    name: 'grep',
    description: 'Find the files that hold a text',
    inputSchema: z.object({ text: z.string().min(1) }),
    annotations: { readOnlyHint: true },
    execute: async ({ text }) => {
      const found: string[] = []
      for (const file of await readdir(root)) {
        const path = await inside(file).catch(() => undefined)
        if (path !== undefined && (await readFile(path, 'utf8')).includes(text)) found.push(file)
      }
      return textResult(found.join('\n'))
    },
  }),
])

const call = (name: string, args: object): ModelReply => ({ calls: [{ id: name, name, arguments: args }] })
const script: readonly ModelReply[] = [
  call('gerp', { text: 'parrot' }), // No such tool: the answer names the one that is meant.
  call('grep', { text: 'parrot' }),
  call('open', { File: 'notes.txt', start: '1' }), // Mended: the case of a name, a number as text.
  call('open', { file: 'escape.txt' }), // Refused by the tool, which is an answer like any other.
  { text: 'The parrot is called Ada.' },
]
let turn = 0
const model = { name: 'script', reply: async () => script[turn++] ?? {} }

const { text, rounds, messages } = await runToolLoop({
  model,
  toolbox,
  messages: 'What is the parrot called?',
})
const answers = messages.flatMap((message) => (message.role === 'tools' ? message.results : []))
for (const { name, result } of answers) console.log(name, '→', JSON.stringify(result.content))
console.log(text)

assert.deepEqual([text, rounds], ['The parrot is called Ada.', 4])
assert.deepEqual(
  answers.map(({ result }) => result.content.map((block) => (block.type === 'text' ? block.text : ''))[0]),
  [
    'tool not found: gerp\nDid you mean grep?',
    'notes.txt',
    'The parrot is called Ada.\nShe likes nuts.\n',
    'escape.txt is outside the folder.',
  ],
)
await rm(root, { recursive: true })
