import { type CatalogCopy, createSlices } from '@toolscout/model/internal'
import type { Ask } from './database.ts'
import { readRecord, readSummary, textsAt } from './history.ts'
import { PackedTexts } from './packed-texts.ts'

/** Copies all records at a revision, as the texts they are; each is checked when it is asked for. */
export async function copyCatalog(ask: Ask, revision: number, signal?: AbortSignal): Promise<CatalogCopy> {
  const texts = new PackedTexts()
  const slices = createSlices({ signal })
  for await (const [id, text] of textsAt(ask, revision)) {
    texts.set(id, text)
    if (slices.isOver()) await slices.next()
  }
  const read = <Result>(id: string, as: (id: string, text: string) => Result): Result | undefined => {
    const text = texts.get(id)
    return text === undefined ? undefined : as(id, text)
  }
  return Object.freeze({
    ids: () => texts.ids(),
    summary: (id) => read(id, readSummary),
    record: (id) => read(id, readRecord),
    take: async (changes) => {
      const taking = createSlices()
      for (const change of changes) {
        if (change.type === 'put') texts.set(change.record.tool.id, JSON.stringify(change.record))
        else if (change.type === 'delete') texts.delete(change.id)
        if (taking.isOver()) await taking.next()
      }
    },
  } satisfies CatalogCopy)
}
