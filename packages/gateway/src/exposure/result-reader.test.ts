import { expect, it } from 'vitest'
import { callOf, handleOf, textOf } from '../fixtures/exposure-call.ts'
import { openGateway } from '../fixtures/open-gateway.ts'
import { createDirectExposure } from './direct-exposure.ts'
import { createMetaExposure } from './meta/meta-exposure.ts'

it.each([
  ['direct', createDirectExposure],
  ['meta', createMetaExposure],
])('the %s exposure reads on in a result for whoever called, and for nobody else', async (_name, create) => {
  const { gateway } = openGateway({ calls: { maxResultLength: 1_000 } })
  await gateway.register([
    { name: 'long', inputSchema: { type: 'object' }, execute: () => 'x'.repeat(5_000) },
  ])
  gateway.start()
  const exposure = create(gateway)
  const handle = handleOf(await gateway.call('long', {}, { principal: 'ann' }))
  const read = (principal: string) => exposure.call('read_result', { handle }, callOf({ principal }))
  expect(textOf(await read('ann'))).toContain('xxx')
  expect(textOf(await read('bob'))).toContain('No result is held')
  expect(() => gateway.readResult(handle)).toThrow(expect.objectContaining({ code: 'RESULT_NOT_FOUND' }))
  expect(gateway.readResult(handle, { principal: 'ann' }).total).toBe(1)
})
