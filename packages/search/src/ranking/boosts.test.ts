import { sketchDocument } from '@toolscout/testkit/internal'
import { describe, expect, it } from 'vitest'
import { OFFICE } from '../fixtures/office.ts'
import { createLexicalSearcher } from '../lexical-searcher.ts'

const searcher = createLexicalSearcher()
searcher.apply({ upserts: OFFICE, removals: [] })
const firstFive = async (query: string): Promise<readonly string[]> =>
  (await searcher.search({ query, limit: 5 })).hits.map(({ id }) => id)

describe('both phrases of a request are among the first five', () => {
  it.each([
    'Check the calendar and mail Bob',
    'Check the calendar, then mail Bob',
    'Check the calendar; mail Bob',
    'Check the calendar\nMail Bob',
    '1. Check the calendar\n2. Mail Bob',
    '- check the calendar\n- mail Bob',
    'Check the calendar as well as mail Bob',
    'Check the calendar. After that mail Bob!',
    'mail Bob after checking what the calendar says, and then tell me',
    'Could you check the calendar of all guests for free time tomorrow and also mail Bob?',
  ])('%j', async (query) => {
    const servers = (await firstFive(query)).map((id) => id.split(':')[0])
    expect(servers).toEqual(expect.arrayContaining(['calendar', 'mail']))
  })

  it.each([
    [
      'Take a screenshot of the page and post it to the channel',
      'browser:take_screenshot',
      'chat:post_message',
    ],
    [
      'Translate the text into another language, then create a note',
      'media:translate_text',
      'notes:create_note',
    ],
    [
      'search for flights between two airports; convert the currency',
      'travel:search_flights',
      'money:convert_currency',
    ],
    ['Get the weather forecast for the city\nSet a reminder', 'weather:get_forecast', 'tasks:set_reminder'],
    [
      'merge the pull request as well as list the tables',
      'github:merge_pull_request',
      'database:list_tables',
    ],
  ])('%j', async (query, one, other) => {
    expect(await firstFive(query)).toEqual(expect.arrayContaining([one, other]))
  })
})

describe('in other languages as well', () => {
  const foreign = (namespace: string, ...names: readonly string[]) =>
    names.map((name) => sketchDocument({ namespace, name: name.replace(/ .*/, ''), description: name }))
  const languages = createLexicalSearcher()
  languages.apply({
    upserts: [
      ...OFFICE,
      ...foreign('de', 'kalender den Kalender prüfen', 'mail eine Mail an jemanden schreiben'),
      ...foreign('de', 'datei eine Datei im Kalender prüfen', 'ordner den Ordner im Kalender prüfen'),
      ...foreign('es', 'calendario revisar el calendario', 'correo escribir un correo a alguien'),
      ...foreign('fr', 'agenda vérifier un agenda', 'courriel écrire un courriel'),
      ...foreign(
        'zh',
        'a 检查日历 查看日程',
        'b 发送邮件给某人',
        'c 检查日历 检查日历 删除',
        'd 检查日历 更新',
      ),
    ],
    removals: [],
  })

  it.each([
    ['den Kalender prüfen und eine Mail schreiben', 'de:kalender', 'de:mail'],
    ['den Kalender prüfen, danach eine Mail schreiben', 'de:kalender', 'de:mail'],
    ['revisar el calendario y escribir un correo', 'es:calendario', 'es:correo'],
    ['Vérifier l’agenda puis écrire un courriel', 'fr:agenda', 'fr:courriel'],
    ['检查日历，发送邮件', 'zh:a', 'zh:b'],
    ['检查日历然后发送邮件', 'zh:a', 'zh:b'],
  ])('%j', async (query, one, other) => {
    const { hits } = await languages.search({ query, limit: 5 })
    expect(hits.map(({ id }) => id)).toEqual(expect.arrayContaining([one, other]))
  })
})
