import type { Gateway } from '@toolscout/gateway'
import type { JsonValue } from '@toolscout/model'
import { z } from 'zod'
import { type IndexedSource, SOURCE_KINDS, type SourceKind } from './indexer.ts'

/** What is remembered of a source. */
export interface SourceRecord {
  readonly kind: SourceKind
  readonly source: IndexedSource
  readonly lastIndexedAt: number | undefined
}

/** Sources as a durable catalog keeps them; where there is none, nothing is kept. */
export interface KeptSources {
  /** Rejects as the store does. */
  readonly load: () => Promise<readonly SourceRecord[]>
  /** Keeps these and no others. Rejects as the store does. */
  readonly save: (records: readonly SourceRecord[]) => Promise<void>
}

/** The kind of item that sources are. */
const ITEM = 'loomSource'
const RECORD = z.object({
  kind: z.enum(SOURCE_KINDS as [SourceKind, ...SourceKind[]]),
  name: z.string(),
  description: z.string(),
  complete: z.boolean(),
  available: z.boolean(),
  tools: z.number(),
  problems: z.array(
    z.object({ subject: z.string().exactOptional(), code: z.string(), message: z.string() }).readonly(),
  ),
  lastIndexedAt: z.number().optional(),
})

/** Keeps sources beside the tools of a gateway. */
export function createKeptSources({ discovery }: Gateway): KeptSources {
  return {
    load: async () => {
      const items = (await discovery.catalog?.items(ITEM)) ?? []
      return items.flatMap(({ value }): readonly SourceRecord[] => {
        const { success, data } = RECORD.safeParse(value)
        // What another version has written is known again when it is indexed.
        if (!success) return []
        const { kind, lastIndexedAt, ...source } = data
        const nothing = Object.freeze([])
        return [{ kind, lastIndexedAt, source: { ...source, changed: nothing, removed: nothing } }]
      })
    },
    save: async (records) => {
      const { catalog } = discovery
      if (catalog === undefined) return
      const kept = new Map(records.map((record) => [keyOf(record.kind, record.source.name), record]))
      const before = await catalog.items(ITEM)
      const gone = before.filter(({ key }) => !kept.has(key)).map(({ key }) => ({ kind: ITEM, key }))
      const now = Array.from(kept, ([key, record]) => ({ kind: ITEM, key, value: toValue(record) }))
      await catalog.setItems([...gone, ...now])
    },
  }
}

/** Names a source among those of all kinds. */
export function keyOf(kind: SourceKind, name: string): string {
  return JSON.stringify([kind, name])
}

function toValue({ kind, source, lastIndexedAt }: SourceRecord): JsonValue {
  const { name, description, complete, available, tools, problems } = source
  return {
    ...{ kind, name, description, complete, available, tools },
    problems: problems.map((problem) => ({ ...problem })),
    ...(lastIndexedAt === undefined ? {} : { lastIndexedAt }),
  }
}
