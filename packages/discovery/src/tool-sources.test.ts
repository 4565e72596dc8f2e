import { ToolNotFoundError } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { fakeSource, listing, tool } from './fixtures/fake-source.ts'
import { open } from './fixtures/open-discovery.ts'

/** Lets everything happen that is ready to. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const never = (): Promise<never> => new Promise(() => {})

describe('sources', () => {
  it('are followed: what changes is updated, what is gone leaves, what is broken stays out', async () => {
    const scout = open()
    const own = fakeSource({
      list: (round) =>
        round === 0
          ? listing('a', 'b')
          : { definitions: [tool('a', { description: 'new' }), tool('c'), { name: 'd' }], complete: true },
    })
    expect((await scout.addSource(own.source)).registered).toEqual(['own:a', 'own:b'])
    const events: unknown[] = []
    scout.onChange(({ changes }) => events.push(changes.map(({ type }) => type)))
    own.change()
    await settle()
    expect(events).toEqual([['updated', 'registered', 'removed']])
    expect(scout.index.list().map(({ tool: { id, description } }) => [id, description])).toEqual([
      ['own:a', 'new'],
      ['own:c', undefined],
    ])
    await scout.call('own:a')
    await scout.removeSource('own')
    expect([own.log, scout.index.size]).toEqual([[['a', {}], 'closed'], 0])
  })

  it('that cannot list everything lose nothing', async () => {
    const scout = open()
    const own = fakeSource({
      list: (round) => ({
        ...(round === 0 ? listing('a', 'b') : listing('a')),
        complete: false,
        reason: 'lost',
      }),
    })
    await scout.addSource(own.source)
    const report = await scout.refreshSource('own')
    expect(report).toMatchObject({ removed: [], complete: false, reason: 'lost' })
    expect(scout.index.size).toBe(2)
    expect(await scout.refreshSource('unknown')).toBeUndefined()
  })

  it('that fail to list are closed and not kept; their name is free again', async () => {
    const scout = open()
    const failing = fakeSource({ list: () => Promise.reject(new ToolNotFoundError('no list', 'x')) })
    await expect(scout.addSource(failing.source)).rejects.toMatchObject({ code: 'TOOL_NOT_FOUND' })
    expect(failing.log).toEqual(['closed'])
    await expect(scout.addSource(fakeSource({ list: () => listing('z') }).source)).resolves.toMatchObject({
      registered: ['own:z'],
    })
  })

  it('that fail to list later are told, with whatever error, and are listed again after the next change', async () => {
    const told: unknown[] = []
    const scout = open({
      onError: ({ error, source }) =>
        told.push([(error as { code?: string }).code, source, (error as Error).cause]),
    })
    const own = fakeSource({
      list: (round) => {
        if (round === 1) throw new ToolNotFoundError('no list', 'x')
        if (round === 2) throw new RangeError('plain')
        return listing(`t${round}`)
      },
    })
    await scout.addSource(own.source)
    const changed = new Promise((resolve) => scout.onChange(resolve))
    own.change()
    await settle()
    own.change()
    own.change()
    while (told.length < 2) await settle()
    own.change()
    await changed
    expect(told).toEqual([
      ['TOOL_NOT_FOUND', 'own', undefined],
      ['SOURCE_FAILED', 'own', new RangeError('plain')],
    ])
    expect(scout.index.list().map(({ tool: { id } }) => id)).toContain('own:t3')
  })

  it('whose failure nobody can be told of harm nothing', async () => {
    const warned: unknown[] = []
    const onWarning = (warning: Error): void => void warned.push(warning.message)
    process.on('warning', onWarning)
    const scout = open({
      onError: () => {
        throw new RangeError('deaf')
      },
    })
    const own = fakeSource({
      list: (round) => (round === 0 ? listing('a') : Promise.reject(new RangeError('x'))),
    })
    await scout.addSource(own.source)
    own.change()
    await settle()
    process.off('warning', onWarning)
    expect([warned, scout.index.size]).toEqual([['deaf'], 1])
  })

  it('of one name are refused, as long as the first has not ended', async () => {
    const ended: unknown[] = []
    const scout = open({
      onError: ({ error, source }) => ended.push([(error as { code?: string }).code, source]),
    })
    const first = fakeSource({ list: () => listing('a', 'b') })
    await scout.addSource(first.source)
    const second = fakeSource({ list: () => listing('b', 'c') })
    await expect(scout.addSource(second.source)).rejects.toThrow(/removeSource\("own"\)/)
    first.end(new RangeError('gone'))
    await settle()
    expect([ended, scout.index.size]).toEqual([[['SOURCE_FAILED', 'own']], 2])
    expect(await scout.addSource(second.source)).toMatchObject({
      registered: ['own:c'],
      unchanged: ['own:b'],
      removed: ['own:a'],
    })
    expect(first.log).toEqual(['closed'])
  })

  it('removed while they are listed leave no tools behind', async () => {
    const scout = open()
    let answer = (): void => {}
    const own = fakeSource({
      list: (round) =>
        round === 0
          ? listing('a')
          : new Promise((resolve) => {
              answer = () => resolve(listing('a', 'zombie'))
            }),
    })
    await scout.addSource(own.source)
    const refreshing = scout.refreshSource('own')
    await settle()
    await Promise.all([
      scout.removeSource('own'),
      expect(refreshing).rejects.toMatchObject({ code: 'SOURCE_REMOVED' }),
    ])
    answer()
    await settle()
    expect(scout.index.size).toBe(0)
  })

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
    'removed %i steps after they answered leave none either',
    async (steps) => {
      const scout = open()
      let answer = (): void => {}
      const own = fakeSource({
        list: () =>
          new Promise((resolve) => {
            answer = () => resolve(listing('zombie'))
          }),
      })
      const adding = scout.addSource(own.source).catch(() => {})
      await settle()
      answer()
      for (let step = 0; step < steps; step += 1) await Promise.resolve()
      await scout.removeSource('own')
      await adding
      expect(scout.index.size).toBe(0)
    },
  )

  it('are listed one at a time, so that the newest listing stays', async () => {
    const scout = open()
    const answers: (() => void)[] = []
    const own = fakeSource({
      list: (round) =>
        round === 0
          ? listing('a')
          : new Promise((resolve) => answers.push(() => resolve(listing(`t${round}`)))),
    })
    await scout.addSource(own.source)
    const both = [scout.refreshSource('own'), scout.refreshSource('own')]
    await settle()
    expect(own.listings()).toBe(2)
    answers[0]?.()
    await both[0]
    await settle()
    answers[1]?.()
    await both[1]
    expect(scout.index.list().map(({ tool: { id } }) => id)).toEqual(['own:t2'])
  })

  it('that do not listen to the signal keep nobody waiting', async () => {
    const scout = open()
    const stop = new AbortController()
    const adding = scout.addSource(fakeSource({ list: never }).source, { signal: stop.signal })
    stop.abort(new RangeError('enough'))
    await expect(adding).rejects.toThrow('enough')
    const silent = scout.addSource(fakeSource({ list: never }).source)
    await Promise.all([scout.close(), expect(silent).rejects.toMatchObject({ code: 'DISCOVERY_CLOSED' })])
    await expect(scout.addSource(fakeSource({ list: () => listing() }).source)).rejects.toMatchObject({
      code: 'DISCOVERY_CLOSED',
    })
  })
})
