import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseTool } from '../../tool/parse-tool.ts'
import { hasHiddenCharacters, visibleName } from './foreign-text.ts'

const inputSchema = { type: 'object' }

it('is a name without what nobody sees, in one line', () => {
  expect(visibleName('\u200b/youtube/weekly/{year}')).toBe('/youtube/weekly/{year}')
  expect(visibleName('a\u200bb\r\n\tc\n')).toBe('ab c')
  expect(visibleName(' a b ')).toBe(' a b ')
  expect(visibleName('\u200b\u2028')).toBe('')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const visible = visibleName(name)
      expect(hasHiddenCharacters(visible) || /[\t\n]/.test(visible)).toBe(false)
      expect(visibleName(visible)).toBe(visible)
    }),
  )
})

it('is what a tool is shown by; what it was called is given back beside', () => {
  const name = '\u200b/youtube/weekly/{year}'
  const { tool, givenName, notices } = parseTool({ name, inputSchema })
  expect(givenName).toBe(name)
  expect(tool.name).toBe('/youtube/weekly/{year}')
  expect(tool.id).toBe(parseTool({ name: '/youtube/weekly/{year}', inputSchema }).tool.id)
  expect(notices.map(({ code, path }) => [code, path])).toEqual([
    ['HIDDEN_CHARACTERS', 'name'],
    ['NAME_LEGALIZED', 'name'],
  ])
  expect(notices[0]?.message).toContain('\\u{200b}')
  expect(parseTool({ name: 'a b', inputSchema })).not.toHaveProperty('givenName')
})
