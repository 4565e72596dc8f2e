import { sketchDocument } from '@toolscout/testkit/internal'
import { describe, expect, it } from 'vitest'
import { OFFICE } from '../fixtures/office.ts'
import { createLexicalSearcher } from '../lexical-searcher.ts'

const searcherOf = (documents = OFFICE): ReturnType<typeof createLexicalSearcher> => {
  const searcher = createLexicalSearcher()
  searcher.apply({ upserts: documents, removals: [] })
  return searcher
}
const first = async (query: string, searcher = searcherOf()): Promise<string | undefined> =>
  (await searcher.search({ query, limit: 1 })).hits[0]?.id

describe('slips in a longer request', () => {
  it.each([
    ['search the repositories for open issues', 'serach the repositroies for open isues'],
    ['take a screenshot of the current page', 'take a screenshto of the curent page'],
    ['list the tables of the database', 'lsit the tabels of the databse'],
    ['merge the pull request of the branch', 'megre the pull reqeust of the brnach'],
    ['translate this text into another language', 'trnaslate this textt into anohter langauge'],
    ['read the configuration file', 'raed the configuration fiel'],
    ['convert an amount to another currency', 'convret an amonut to anohter currenccy'],
  ])('%s', async (right, wrong) => {
    expect([right, await first(wrong)]).toEqual([right, await first(right)])
  })

  it('are none where the word is one, whether a tool holds it or not', async () => {
    const searcher = searcherOf([sketchDocument({ name: 'draw_prize', description: 'Draw a prize' })])
    expect(await first('the prizze', searcher)).toBe('draw_prize')
    expect(await first('the price', searcher)).toBeUndefined()
  })

  it('what a slip may mean as well counts less', async () => {
    const searcher = searcherOf([
      sketchDocument({ name: 'fill_field' }),
      sketchDocument({ name: 'file' }),
      sketchDocument({ name: 'read_file' }),
    ])
    expect(await first('now read my fiel', searcher)).toBe('read_file')
  })
})

it('a misspelt name comes before what supplies its arguments', async () => {
  const searcher = searcherOf([
    ...OFFICE,
    sketchDocument({ namespace: 'phone', name: 'calls_list', description: 'Calls' }),
    {
      ...sketchDocument({ namespace: 'phone', name: 'calls_archive', description: 'Put one away for good' }),
      required: ['callId'],
    },
  ])
  for (const slip of ['calls_xrchive', 'callsXrchive', 'calls_archvie', 'calls_archive']) {
    expect([slip, await first(slip, searcher)]).toEqual([slip, 'phone:calls_archive'])
  }
})

describe('a request that carries structure', () => {
  it.each([
    ['Convert an amount of money. Args: query: Search', 'money:convert_currency'],
    ['Translate a text into another language {"name": "search"}', 'media:translate_text'],
    ['Translate a text into another language {"name":"search"}', 'media:translate_text'],
    ['Book a room in a hotel\n```json\n{"query": "name", "search": "x"}\n```', 'travel:book_hotel'],
    ['# Query\n\n**Search**\n\n- Post a message to a channel\n- `name`: x', 'chat:post_message'],
    ['- name: search\n- query: translate a text into another language', 'media:translate_text'],
  ])('%j is about what it says', async (query, id) => {
    expect(await first(query)).toBe(id)
  })

  it('may still hold the name of a tool, with that of its server before it', async () => {
    for (const query of ['memory:search', 'mcp__memory__search', 'use memory:search on the repositories']) {
      expect([query, await first(query)]).toEqual([query, 'memory:search'])
    }
  })
})
