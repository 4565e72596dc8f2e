import { array, assert, asyncProperty, constantFrom, dictionary, record, string } from 'fast-check'
import { stringify } from 'smol-toml'
import { expect, it } from 'vitest'
import { ServerMap } from './server-map.ts'

const word = string({ unit: constantFrom(...'aZ0 _-./"\\{}[]#,:é'), maxLength: 8 })
const name = word.filter((text) => text !== '' && text !== '__proto__')
const entry = record({
  command: word,
  args: array(word, { maxLength: 3 }),
  env: dictionary(name, word, { maxKeys: 2 }),
})
const servers = dictionary(name, entry, { minKeys: 1, maxKeys: 4 })
const OURS = { command: 'toolscout', args: ['serve'] }

/** JSON as people write it: any indentation and line end, comments, a comma behind the last member. */
const written = record({
  indent: constantFrom('', '  ', '\t', '    '),
  eol: constantFrom('\n', '\r\n'),
  mark: constantFrom('', '\ufeff'),
  comment: constantFrom('', ' // it, is "here" }', ' /* { */'),
  trailing: constantFrom('', ','),
})

it('puts a server into any JSON and takes it out again, to the byte', async () => {
  await assert(
    asyncProperty(servers, written, async (map, { indent, eol, mark, comment, trailing }) => {
      const json = JSON.stringify({ first: { a: 1 }, mcpServers: map, last: [] }, null, indent)
      const closed =
        indent === '' ? json : json.replace(/\n(?=[ \t]*\}(?:,\n[ \t]*"last"))/, `${trailing}${comment}\n`)
      const text = mark + closed.replaceAll('\n', eol) + eol
      const edited = await ServerMap.open('x.json', text, [['mcpServers']])
      edited.put('~ours', OURS)
      await edited.verify()
      const again = await ServerMap.open('x.json', edited.text, [['mcpServers']])
      expect(again.servers).toEqual({ ...map, '~ours': OURS })
      again.take('~ours')
      expect(again.text).toBe(text)
    }),
  )
})

it('takes servers out of any file and puts them back, and no other is touched', async () => {
  await assert(
    asyncProperty(
      servers,
      constantFrom('x.json', 'x.toml'),
      constantFrom('\n', '\r\n'),
      async (map, file, eol) => {
        const document = { title: 'a', mcpServers: map, end: { on: true } }
        const text = (file === 'x.json' ? JSON.stringify(document, null, 2) : stringify(document)).replaceAll(
          '\n',
          eol,
        )
        const before = await ServerMap.open(file, text, [['mcpServers']])
        const edited = await ServerMap.open(file, text, [['mcpServers']])
        for (const one of Object.keys(map)) {
          edited.take(one)
          await edited.verify()
        }
        expect(edited.servers).toEqual({})
        for (const one of Object.keys(map)) edited.putBack(one, before)
        await edited.verify()
        expect((await ServerMap.open(file, edited.text, [['mcpServers']])).isSameDocument(before)).toBe(true)
        if (eol === '\n') expect(edited.text).not.toContain('\r')
      },
    ),
  )
})

it.each([
  [
    'x.json',
    '{"mcpServers":{"a":{"command":"x"}}}',
    '{"mcpServers":{"a":{"command":"x"},"b":{"command":"y"}}}',
  ],
  ['x.json', '{ "mcpServers": {} }', '{ "mcpServers": {"b": {"command":"y"}} }'],
  ['x.json', '{}', '{\n  "mcpServers": {\n    "b": {\n      "command": "y"\n    }\n  }\n}'],
  [
    'x.json',
    '{\n\t// none yet\n\t"mcpServers": {\n\t\t// here\n\t}\n}',
    '{\n\t// none yet\n\t"mcpServers": {\n\t\t// here\n\t\t"b": {\n\t\t\t"command": "y"\n\t\t}\n\t}\n}',
  ],
  ['x.toml', 'a = 1', 'a = 1\n\n[mcpServers.b]\ncommand = "y"\n'],
  [
    'x.toml',
    '[mcpServers]\na = { command = "x" }\n',
    '[mcpServers]\na = { command = "x" }\n\n[mcpServers.b]\ncommand = "y"\n',
  ],
])('writes into %s as it is written: %s', async (file, text, wanted) => {
  const map = await ServerMap.open(file, text, [['mcpServers']])
  map.put('b', { command: 'y' })
  await map.verify()
  expect(map.text).toBe(wanted)
})

it.each([
  ['x.toml', 'mcpServers = { a = { command = "x" } }', 'cannot be changed in place'],
  ['x.json', '{ "mcpServers": { "a": {} }, "mcpServers": {} }', 'cannot be changed in place'],
  ['x.json', '{ "mcpServers": [] }', '"mcpServers" in it is no object'],
  ['x.json', '[]', 'it holds no object'],
])('refuses %s: %s', async (file, text, why) => {
  const change = async (): Promise<void> => {
    const map = await ServerMap.open(file, text, [['mcpServers']])
    map.put('b', { command: 'y' })
    await map.verify()
  }
  await expect(change()).rejects.toThrow(why)
})
