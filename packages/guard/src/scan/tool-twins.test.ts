import { expect, it } from 'vitest'
import { type ComparedTool, summarizeTwins, TwinFinder } from './tool-twins.ts'

const LONG =
  'Reads the complete contents of a file from the disk and gives them back as text, in whichever encoding it was written.'
const tool = (server: string, name: string, description = '') => ({
  id: `${server}:${name}`,
  server,
  name,
  description,
})
function twinsOf(tools: readonly ComparedTool[]) {
  const finder = new TwinFinder()
  for (const one of tools) finder.add(one)
  return finder.found()
}
const findOverlaps = (tools: readonly ComparedTool[]) => summarizeTwins(twinsOf(tools))

it('two instances of one server are one overlap, however many tools they have', () => {
  const names = ['read_file', 'write_file', 'move_file']
  const tools = ['one', 'two'].flatMap((server) =>
    names.map((name) => tool(server, name, `${LONG} By ${name}.`)),
  )
  expect(findOverlaps(tools)).toMatchObject([{ servers: ['one', 'two'], sameNames: 3, sameTexts: 3 }])
})

it('a text that was changed a little under another name is found; short ones and the same server are not', () => {
  const copy = LONG.replace('from the disk', 'from a disk')
  expect(findOverlaps([tool('a', 'read_file', LONG), tool('b', 'get_contents', copy)])).toEqual([
    { servers: ['a', 'b'], sameNames: 0, sameTexts: 1, example: ['a:read_file', 'b:get_contents'] },
  ])
  expect(findOverlaps([tool('a', 'x', 'Gets a user.'), tool('b', 'y', 'Gets a user.')])).toEqual([])
  expect(findOverlaps([tool('a', 'x', LONG), tool('a', 'X', LONG)])).toEqual([])
  expect(findOverlaps([tool('a', 'readFile'), tool('b', 'read_file')])).toMatchObject([{ sameNames: 1 }])
})

it('of each other server one twin is named, that with name and text before others', () => {
  const twins = twinsOf([
    tool('a', 'fetch', LONG),
    tool('a', 'read_file', LONG),
    tool('b', 'readFile', LONG),
    tool('c', 'read_file', 'Reads.'),
  ])
  expect(twins).toEqual([
    { tools: ['a:read_file', 'b:readFile'], servers: ['a', 'b'], sameName: true, sameText: true },
    { tools: ['a:read_file', 'c:read_file'], servers: ['a', 'c'], sameName: true, sameText: false },
    { tools: ['b:readFile', 'c:read_file'], servers: ['b', 'c'], sameName: true, sameText: false },
  ])
})
