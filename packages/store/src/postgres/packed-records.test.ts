import { type CatalogRecord, compareIds } from '@toolscout/model'
import { sketchRecord } from '@toolscout/testkit/internal'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PackedRecords } from './packed-records.ts'

/** Some so long that a block has few of them. */
function recordOf(id: number, seed: number): CatalogRecord {
  return sketchRecord(`tool_${id}`, { description: `naïve 天气 😀 ${seed * 7919} `.repeat(1 + (seed % 160)) })
}

it('holds what came last, whatever is replaced and deleted meanwhile', async () => {
  const step = fc.record({ id: fc.nat(30), seed: fc.nat(10_000), isGone: fc.boolean(), from: fc.nat(30) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 300 }), async (steps) => {
      const packed = new PackedRecords()
      const plain = new Map<string, CatalogRecord>()
      for (const { id, seed, isGone, from } of steps) {
        if (isGone && id % 2 === 0) {
          await packed.take([{ type: 'delete', id: `tool_${id}` }])
          plain.delete(`tool_${id}`)
        } else {
          await packed.take([{ type: 'put', record: recordOf(id, seed) }])
          plain.set(`tool_${id}`, recordOf(id, seed))
        }
        expect(packed.record(`tool_${from}`)).toEqual(plain.get(`tool_${from}`))
      }
      const ids = [...packed.ids()]
      expect(ids).toEqual([...plain.keys()].sort(compareIds))
      expect(ids.map(packed.record)).toEqual(ids.map((id) => plain.get(id)))
    }),
    { numRuns: 30 },
  )
})

it('takes a quarter of the length, also after each record was replaced many times, and says what is damaged', async () => {
  const packed = new PackedRecords()
  const ids = Array.from({ length: 1_000 }, (_, i) => `tool_${i}`)
  const write = (round: number): number => {
    let length = 0
    for (const [i, id] of ids.entries()) {
      const description = `Tells the weather of city ${i} for the coming days, round ${round}`
      const text = JSON.stringify(sketchRecord(id, { description }))
      length += text.length
      packed.set(id, text)
    }
    return length
  }
  const length = write(0)
  expect(packed.byteLength).toBeLessThan(length / 4)
  for (let round = 1; round < 12; round += 1) write(round)
  expect(packed.byteLength).toBeLessThan(length / 4)
  expect(packed.summary('tool_7')?.summary).toContain('city 7')
  packed.set('tool_7', '{')
  for (const read of [packed.record, packed.summary])
    expect(() => read('tool_7')).toThrow(expect.objectContaining({ code: 'STORE_DAMAGED' }))
  await packed.take(ids.map((id) => ({ type: 'delete', id })))
  expect(packed.byteLength).toBeLessThan(16_384)
  expect(packed.record('tool_8')).toBeUndefined()
})
