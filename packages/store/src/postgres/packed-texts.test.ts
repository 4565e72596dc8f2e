import { compareIds } from '@toolscout/model'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PackedTexts } from './packed-texts.ts'

/** Long enough that a few of them are packed; no two alike. */
function textOf(seed: number): string {
  return JSON.stringify({ seed, text: `naïve 天气 😀 ${seed * 7919} `.repeat(1 + (seed % 160)) })
}

it('holds what was set last, whatever is replaced and deleted meanwhile', () => {
  const step = fc.record({ id: fc.nat(30), seed: fc.nat(10_000), isGone: fc.boolean(), from: fc.nat(30) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const packed = new PackedTexts()
      const plain = new Map<string, string>()
      for (const { id, seed, isGone, from } of steps) {
        if (isGone && id % 2 === 0) {
          packed.delete(`tool_${id}`)
          plain.delete(`tool_${id}`)
        } else {
          packed.set(`tool_${id}`, textOf(seed))
          plain.set(`tool_${id}`, textOf(seed))
        }
        expect(packed.get(`tool_${from}`)).toBe(plain.get(`tool_${from}`))
      }
      expect(packed.ids()).toEqual([...plain.keys()].sort(compareIds))
      for (const [id, text] of plain) expect(packed.get(id)).toBe(text)
    }),
    { numRuns: 50 },
  )
})

it('takes a fifth of what its texts take, also after each was replaced many times', () => {
  const packed = new PackedTexts()
  const schema = { type: 'object', properties: { city: { type: 'string' }, days: { type: 'integer' } } }
  const ids = Array.from({ length: 1_000 }, (_, i) => `server:tool_${i}`)
  const write = (round: number): number => {
    let bytes = 0
    for (const [i, id] of ids.entries()) {
      const description = `Tells the weather of city ${i} for the coming days, round ${round}`
      const text = JSON.stringify({ tool: { id, description, inputSchema: schema }, backends: [], notes: '' })
      bytes += text.length
      packed.set(id, text)
    }
    return bytes
  }
  const bytes = write(0)
  expect(packed.byteLength).toBeLessThan(bytes / 5)
  for (let round = 1; round < 12; round += 1) write(round)
  expect(packed.byteLength).toBeLessThan(bytes / 5)
  for (const id of ids) packed.delete(id)
  expect(packed.byteLength).toBeLessThan(32_768)
})
