import { expect, it } from 'vitest'
import { nearestIds } from './nearest-names.ts'

const IDS = ['every:echo', 'every:get-sum', 'github:create_issue', 'gitlab:create_issue:1.0.0', 'print']

it.each([
  ['every:ech', ['every:echo']],
  ['every:get_sum', ['every:get-sum']],
  ['ech', ['every:echo']],
  ['creat_isue', ['github:create_issue', 'gitlab:create_issue:1.0.0']],
  ['github:create_isue', ['github:create_issue']],
  ['pritn', ['print']],
  ['something else', []],
  ['', []],
])('finds what was meant by %j', (reference, ids) => {
  expect(nearestIds(reference, IDS, 3)).toEqual(ids)
})

it('finds it among many that are as long', () => {
  const many = Array.from({ length: 5_000 }, (_, i) => `server:tool_${String(i).padStart(6, '0')}`)
  expect(nearestIds('server:send_lettr', [...many, 'server:send_letter', ...many], 3)[0]).toBe(
    'server:send_letter',
  )
  expect(nearestIds('server:tool_00420', many, 2)).toHaveLength(2)
})
