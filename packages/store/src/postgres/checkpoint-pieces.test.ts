import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from './database.ts'
import { ENGINE, newPlace, type TestEngine } from './fixtures/engines.ts'
import { Lookups } from './lookups.ts'

/** Two pieces and a part of a third. */
const LENGTH = 2_500_000

function bytesOf(seed: number): Uint8Array {
  return Uint8Array.from({ length: LENGTH }, (_, i) => (i * i * seed) >> 7)
}

describe.each(ENGINE)('on %s', (_name, start) => {
  let engine: TestEngine
  beforeAll(async () => {
    engine = await start()
  })
  afterAll(() => engine.stop())

  it('a checkpoint that is read in pieces is whole, and never of two', async () => {
    const place = newPlace(engine)
    const store = await place.open()
    await store.append([{ type: 'delete', id: 'nothing' }])
    await store.saveCheckpoint('words', { revision: 0, bytes: bytesOf(1) })
    const saved = await store.loadCheckpoint('words')
    expect(saved?.revision).toBe(0)
    expect(Buffer.compare(saved?.bytes ?? bytesOf(0), bytesOf(1))).toBe(0)

    // Another node saves its own between the first piece and the second.
    let pieces = 0
    const disturbed = new Lookups(async (statement, values) => {
      pieces += 1
      if (pieces === 2) await store.saveCheckpoint('words', { revision: 1, bytes: bytesOf(3) })
      return (await engine.ask(place.schema, statement.text, values)) as readonly Row[]
    })
    const later = await disturbed.loadCheckpoint('words')
    expect(later?.revision).toBe(1)
    expect(Buffer.compare(later?.bytes ?? bytesOf(0), bytesOf(3))).toBe(0)
    expect(pieces).toBe(5)
    expect(await store.loadCheckpoint('nothing')).toBeUndefined()
    await place.dispose?.()
  })
})
