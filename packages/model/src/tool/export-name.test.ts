import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createExportNames, formatToolId, MAX_EXPORT_NAME_LENGTH, toExportName } from './tool-id.ts'

const tricky = fc.stringMatching(/^[ab_.-]{1,12}$/)
const ids = fc.uniqueArray(
  fc
    .record({ name: tricky, namespace: tricky, version: tricky }, { requiredKeys: ['name'] })
    .map(formatToolId),
)

describe('export names', () => {
  it('join server and tool by two underscores', () => {
    expect(toExportName('github:create_issue')).toBe('github__create_issue')
    expect(toExportName('create_issue')).toBe('create_issue')
  })

  it('keep apart what joining would make equal', () => {
    const names = [
      'a_b:c',
      'a:b_c',
      'a:_c',
      'a_:c',
      'a__c',
      'a:c',
      'a.b:c',
      'a:c:1.0.0',
      ':c:1.0.0',
      'c',
    ].map(toExportName)
    expect(new Set(names).size).toBe(names.length)
  })

  it('are legal, reversible and without collision for any set of ids', () => {
    fc.assert(
      fc.property(ids, (list) => {
        const names = createExportNames(list)
        for (const id of list) {
          const name = names.nameOf(id) as string
          expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
          expect(names.idOf(name)).toBe(id)
          expect(name).toBe(toExportName(id))
        }
      }),
    )
  })

  it('do not depend on what else is registered or in which order', () => {
    const list = ['a:b', 'a__b_0123abcd', 'x:y', 'long:'.concat('n'.repeat(100))]
    const forwards = createExportNames(list)
    const backwards = createExportNames([...list].reverse())
    for (const id of list) expect(backwards.nameOf(id)).toBe(forwards.nameOf(id))
    expect((forwards.nameOf(list[3] as string) as string).length).toBe(MAX_EXPORT_NAME_LENGTH)
  })

  it('survive a tool that takes the name another one gets by its digest', () => {
    const victim = 'a.b:c'
    const thief = toExportName(victim)
    const names = createExportNames([victim, thief])
    expect(names.nameOf(victim)).not.toBe(names.nameOf(thief))
    expect(names.idOf(names.nameOf(thief) as string)).toBe(thief)
  })

  it('are undefined for what was not given', () => {
    expect(createExportNames([]).nameOf('a')).toBeUndefined()
    expect(createExportNames([]).idOf('a')).toBeUndefined()
  })
})
