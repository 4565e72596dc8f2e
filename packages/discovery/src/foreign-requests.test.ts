import { expect, it } from 'vitest'
import { createDiscovery } from './index.ts'

const DESCRIPTIONS = {
  list_events: 'List the events of a calendar',
  kill_process: 'Terminate a process',
  delete_file: 'Delete a file from disk',
  read_file: 'Read a text file',
  wetter_abrufen: 'Ruft das Wetter einer Stadt ab',
}

const discovery = createDiscovery()
await discovery.register(
  Object.fromEntries(
    Object.entries(DESCRIPTIONS).map(([name, description]) => [
      name,
      { description, inputSchema: { type: 'object' }, execute: () => name },
    ]),
  ),
)
const first = async (query: string): Promise<string | undefined> =>
  (await discovery.search(query)).hits[0]?.id.split(':').at(-1)

it('requests in other languages find tools described in English', async () => {
  expect(await first('Zeig mir alle meine Termine')).toBe('list_events')
  expect(await first('supprime ce fichier')).toBe('delete_file')
  expect(await first('прочитай файл')).toBe('read_file')
  expect(await first('删除文件')).toBe('delete_file')
})

it('tools in the language of the request are found by its words', async () => {
  expect(await first('Wie ist das Wetter?')).toBe('wetter_abrufen')
})

it('a request of unknown words says that English would help', async () => {
  const { degraded } = await discovery.search('Ξεφλουδίζω πατάτες')
  const reason = expect.stringContaining('Ask again in English.')
  expect(degraded).toEqual([{ part: 'languages', reason }])
  expect((await discovery.search('delete a file')).degraded).toEqual([])
  // Icelandic, which has no list.
  expect((await discovery.search('skrifaðu bréf í möppuna')).degraded).toEqual([
    { part: 'languages', reason },
  ])
  expect((await discovery.search('weather Zürich')).degraded).toEqual([])
})

it('a German noun that is translated is no product that is missing', async () => {
  const { verdict } = await discovery.search('Lösche alle Termine am Freitag im Kalender')
  expect(verdict?.missing).toBeUndefined()
  const kafka = await discovery.search('Zeig mir die Termine in Kafka')
  expect(kafka.verdict?.missing).toEqual(['Kafka'])
})
