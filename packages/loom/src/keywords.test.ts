import { expect, it } from 'vitest'
import { keywordsOf, MAX_KEYWORDS } from './tool-facts.ts'

it('keywords of http_request (LOOM-005)', () => {
  const keywords = keywordsOf('http_request', 'Make HTTP requests to the REST APIs')
  expect(keywords).toEqual(['http_request', 'make', 'http', 'requests', 'rest', 'apis'])
})

it('words of any script, where the original had none', () => {
  expect(keywordsOf('перевод', 'Переводит текст на английский')).toEqual([
    'перевод',
    'переводит',
    'текст',
    'английский',
  ])
  expect(keywordsOf('天气', '查询天气预报')).toContain('天气')
  expect(keywordsOf('', 'Ｆｕｌｌｗｉｄｔｈ Ünïcode')).toEqual(['fullwidth', 'ünïcode'])
})

it('each once, at most so many, and none for nothing', () => {
  expect(keywordsOf('read', 'read READ Read to it by')).toEqual(['read'])
  const many = Array.from({ length: 100 }, (_, i) => `word${i}`).join(' ')
  expect(keywordsOf('x', many)).toHaveLength(MAX_KEYWORDS)
  expect(keywordsOf('', '')).toEqual([])
})
