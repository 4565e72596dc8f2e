import { describe, expect, it } from 'vitest'
import { type CatalogOptions, catalogGateway } from '../fixtures/catalog-gateway.ts'
import { callOf, textOf } from '../fixtures/exposure-call.ts'
import { createDeferredExposure } from './deferred/deferred-exposure.ts'
import { createMetaExposure } from './meta/meta-exposure.ts'

// Every text of ours that a model reads has an owner and a budget in characters; docs/concepts/disclosure.md lists them.

const wide = {
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [
      `parameter_${i}`,
      { type: 'string', description: 'words '.repeat(40) },
    ]),
  ),
}
/** Servers with the longest names and descriptions a usual catalog has, one word of which all have. */
const tools: CatalogOptions['tools'] = Object.fromEntries(
  Array.from({ length: 40 }, (_, server) => [
    `a-server-with-a-long-name-of-forty-letters-${server}`,
    Array.from({ length: 5 }, (_, i) => ({
      name: `make_quite_a_long_report_of_kind_${server}_${i}`,
      description: `Makes the report ${server} ${i} ${'at length '.repeat(40)}. Args: none.`,
      inputSchema: wide,
    })),
  ]),
)

describe('what a model reads before it asked', () => {
  it.each([
    ['meta', false, 300, 1_400],
    ['split meta', true, 350, 1_400],
    ['deferred', false, 250, 1_400],
  ])(
    '%s: the instructions and the description of the search',
    async (kind, split, instructions, description) => {
      const gateway = await catalogGateway({ tools })
      const exposure =
        kind === 'deferred' ? createDeferredExposure(gateway) : createMetaExposure(gateway, { split })
      expect(exposure.instructions()?.length).toBeLessThanOrEqual(instructions)
      expect(exposure.list('')[0]?.description?.length).toBeLessThanOrEqual(description)
    },
  )

  it('the other meta-tools: 120 characters each', async () => {
    const [, ...others] = createMetaExposure(await catalogGateway({ tools: {} }), { split: true }).list('')
    expect(others).toHaveLength(5)
    for (const { description = '' } of others) expect(description.length).toBeLessThanOrEqual(120)
  })
})

describe('what a model reads of a search', () => {
  const read = async (args: object) => {
    const exposure = createMetaExposure(await catalogGateway({ tools }))
    return textOf(await exposure.call('search_tools', args, callOf()))
  }

  it('one query: five times two lines, of 300 characters together, and one of 100', async () => {
    const text = await read({ query: 'make a report' })
    expect(text.split('\n').length).toBeLessThanOrEqual(11)
    expect(text.length).toBeLessThanOrEqual(1_630)
  })

  it('a listing: ten lines', async () => {
    expect((await read({})).length).toBeLessThanOrEqual(3_100)
  })

  it('nothing, the most expensive answer of all by searches: 200 characters beside the names', async () => {
    expect((await read({ query: 'xylophone' })).length).toBeLessThanOrEqual(200)
  })

  it('a server or a tool that is not there: 300 characters', async () => {
    const exposure = createMetaExposure(await catalogGateway({ tools }))
    const name = 'x'.repeat(5_000)
    for (const [tool, args] of [
      ['search_tools', { servers: [name] }],
      ['call_tool', { name }],
    ] as const) {
      expect(textOf(await exposure.call(tool, args, callOf())).length).toBeLessThanOrEqual(300)
    }
  })
})
