import { expect, it } from 'vitest'
import { callOf, handleOf, textOf } from '../fixtures/exposure-call.ts'
import { openRegistry } from '../fixtures/open-registry.ts'
import { createDirectExposure } from './direct-exposure.ts'
import { createMetaExposure } from './meta/meta-exposure.ts'

it.each([
  ['direct', createDirectExposure],
  ['meta', createMetaExposure],
])('the %s exposure reads on in a result for whoever called, and for nobody else', async (_name, create) => {
  const { registry } = openRegistry({ calls: { maxResultLength: 1_000 } })
  await registry.register([
    { name: 'long', inputSchema: { type: 'object' }, execute: () => 'x'.repeat(5_000) },
  ])
  registry.start()
  const exposure = create(registry)
  const handle = handleOf(await registry.call('long', {}, { principal: 'ann' }))
  const read = (principal: string) => exposure.call('read_result', { handle }, callOf({ principal }))
  expect(textOf(await read('ann'))).toContain('xxx')
  expect(textOf(await read('bob'))).toContain('No result is held')
  expect(() => registry.readResult(handle)).toThrow(expect.objectContaining({ code: 'RESULT_NOT_FOUND' }))
  expect(registry.readResult(handle, { principal: 'ann' }).total).toBe(1)
})
