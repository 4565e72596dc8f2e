import { expect, it } from 'vitest'
import { measureMemory } from './memory.ts'

it('memory counts what lies outside of the heap', async () => {
  const before = await measureMemory()
  const held = new Uint8Array(50_000_000)
  const after = await measureMemory()
  expect(after.external - before.external).toBeGreaterThan(held.length / 2)
  expect(after.resident).toBeGreaterThan(after.heap)
})
