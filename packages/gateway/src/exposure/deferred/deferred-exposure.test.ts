import { describe, expect, it } from 'vitest'
import { CATALOG } from '../../fixtures/catalog.ts'
import { catalogGateway } from '../../fixtures/catalog-gateway.ts'
import { callOf, textOf } from '../../fixtures/exposure-call.ts'
import { createDeferredExposure } from './deferred-exposure.ts'

const open = async (options = {}) =>
  createDeferredExposure(await catalogGateway({ tools: CATALOG, remote: ['github'], ...options }))

describe('a deferred exposure', () => {
  it('lists every tool behind its search, and shows the search', async () => {
    const exposure = await open()
    const names = exposure.list('').map(({ name }) => name)
    expect(names.slice(0, 3)).toEqual(['search_tools', 'read_result', expect.stringMatching(/^github__/)])
    expect(names).toContain('time__get_current_time')
    expect([...(exposure.deferral?.shown('') ?? [])]).toEqual(['search_tools', 'read_result'])
    expect(exposure.list('')[0]?.description).toContain(
      'Behind this: github (4 tools), my_server (1), time (2).',
    )
  })

  it('names what a search found as it is called, and calls it', async () => {
    const exposure = await open()
    const result = await exposure.call('search_tools', { query: 'current time in a timezone' }, callOf())
    expect(exposure.deferral?.found(result, '')[0]).toBe('time__get_current_time')
    expect(textOf(result)).toContain('time__get_current_time')
    // In its notes as well.
    expect(textOf(result)).not.toMatch(/\w:\w|describe it/)
    expect(textOf(await exposure.call('my_server__do_it', {}, callOf()))).toBe('done')
    const missed = await exposure.call('my_server__do_i', {}, callOf())
    expect(missed.structuredContent).toMatchObject({
      error: 'TOOL_NOT_FOUND',
      suggestions: ['my_server__do_it'],
    })
    expect(exposure.deferral?.found(missed, '')).toEqual([])
  })

  it('finds, lists and calls nothing a policy hides', async () => {
    const exposure = await open({ policy: ({ namespace }: { namespace?: string }) => namespace !== 'time' })
    expect(JSON.stringify(exposure.list(''))).not.toContain('time__')
    const result = await exposure.call('search_tools', { query: 'current time in a timezone' }, callOf())
    expect(exposure.deferral?.found(result, '')).not.toContain('time__get_current_time')
    const refused = await exposure.call('time__get_current_time', { timezone: 'UTC' }, callOf())
    expect(refused.structuredContent?.error).toBe('TOOL_NOT_FOUND')
  })

  it('lists the same bytes, whatever was called before', async () => {
    const exposure = await open()
    const before = JSON.stringify(exposure.list(''))
    await exposure.call('search_tools', { query: 'issue' }, callOf())
    expect(JSON.stringify(exposure.list(''))).toBe(before)
  })

  it('lists the gateway once for many questions, and again when a tool came', async () => {
    const gateway = await catalogGateway({ tools: CATALOG })
    let listings = 0
    const counting = {
      ...gateway,
      list: (...args: Parameters<typeof gateway.list>) => {
        listings += 1
        return gateway.list(...args)
      },
    }
    const exposure = createDeferredExposure(counting)
    const first = exposure.list('')
    const shown = exposure.deferral?.shown('')
    for (let i = 0; i < 10; i += 1) {
      expect(exposure.list('')).toBe(first)
      expect(exposure.deferral?.shown('')).toBe(shown)
    }
    expect(listings).toBe(1)
    await gateway.register([{ name: 'new_one', inputSchema: { type: 'object' } }])
    expect(exposure.list('')).toHaveLength(first.length + 1)
    expect(listings).toBe(2)
  })

  it('lists what a policy allows since, from the next search on', async () => {
    let open = false
    const gateway = await catalogGateway({
      tools: CATALOG,
      policy: ({ namespace }) => open || namespace !== 'time',
    })
    const exposure = createDeferredExposure(gateway)
    expect(JSON.stringify(exposure.list(''))).not.toContain('time__')
    open = true
    const result = await exposure.call('search_tools', { query: 'does the thing' }, callOf())
    expect(result.isError).toBeUndefined()
    expect(JSON.stringify(exposure.list(''))).toContain('time__')
  })
})
