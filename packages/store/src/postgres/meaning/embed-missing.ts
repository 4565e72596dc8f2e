import type { CatalogRecord, Clock, Embedder, SearchDocument, ToolSummary } from '@toolscout/model'
import { isLocalEmbedder, sha256, toToolSummary } from '@toolscout/model/internal'
import { toSearchDocument } from '@toolscout/schema'
import { askEmbedder, semanticText } from '@toolscout/semantic'
import type { Ask } from '../database.ts'
import { facetsOf } from '../facets.ts'
import { packVector } from './packed-vector.ts'
import {
  forgetStatement,
  missingStatement,
  touchStatement,
  type VectorTable,
  writeStatement,
} from './vector-table.ts'

/** What vectors are made with. */
export interface EmbeddingParts {
  readonly ask: Ask
  readonly table: VectorTable
  readonly embedder: Embedder
  readonly groupsOf: (tool: ToolSummary) => readonly string[]
  readonly clock: Clock
}

/** Tools that are read at once; an embedder takes them in batches of its own. */
const TOOLS_AT_ONCE = 500
/** How long an embedder may take for a batch. */
const BATCH_MS = 60_000

interface Missing {
  readonly id: string
  readonly revision: string
  readonly facets: string
  readonly fields: SearchDocument['fields']
  readonly content: string
  /** Whether only what is beside the text has changed. */
  readonly isKnown: boolean
}

/**
 * Gives every tool its vector that has none of its revision, and forgets those of tools that are gone. Texts that did
 * not change are not embedded again. What changes meanwhile is for the next time. Rejects as the embedder does.
 */
export async function embedMissing(parts: EmbeddingParts, signal: AbortSignal): Promise<void> {
  const { ask, table } = parts
  let after = ''
  for (;;) {
    signal.throwIfAborted()
    const rows = await ask({ text: missingStatement(table), values: [TOOLS_AT_ONCE, after] })
    const last = rows.at(-1)
    if (last === undefined) break
    after = last.id as string
    const missing = rows.map((row) => toMissing(row, parts))
    const known = missing.filter(({ isKnown }) => isKnown)
    const changed = missing.filter(({ isKnown }) => !isKnown)
    if (known.length > 0) {
      const values = [ids(known), known.map(({ revision }) => revision), known.map(({ facets }) => facets)]
      await ask({ text: touchStatement(table), values })
    }
    const vectors = await embed(changed, parts, signal)
    if (changed.length > 0) await write(changed, vectors, parts)
  }
  await ask({ text: forgetStatement(table), values: [] })
}

function toMissing(row: Readonly<Record<string, unknown>>, { groupsOf }: EmbeddingParts): Missing {
  const { tool, backends, notes } = JSON.parse(row.record as string) as CatalogRecord
  const summary = toToolSummary(tool, backends)
  const { fields } = toSearchDocument({ tool, summary, notes })
  const content = sha256(JSON.stringify(fields))
  return {
    id: row.id as string,
    revision: String(row.revision),
    facets: `{${facetsOf(summary, groupsOf(summary)).join()}}`,
    fields,
    content,
    isKnown: row.content === content,
  }
}

async function embed(
  tools: readonly Missing[],
  { embedder, table, clock }: EmbeddingParts,
  signal: AbortSignal,
): Promise<readonly Float32Array[]> {
  if (isLocalEmbedder(embedder)) return tools.map(({ fields }) => embedder.embedDocument(fields))
  const vectors: Float32Array[] = []
  for (let start = 0; start < tools.length; start += embedder.maxBatch) {
    const texts = tools.slice(start, start + embedder.maxBatch).map(({ fields }) => semanticText(fields))
    const options = { space: table, purpose: 'document', clock, timeoutMs: BATCH_MS, signal } as const
    vectors.push(...(await askEmbedder(embedder, texts, options)))
  }
  return vectors
}

async function write(
  tools: readonly Missing[],
  vectors: readonly Float32Array[],
  { ask, table }: EmbeddingParts,
): Promise<void> {
  const packed = vectors.map(packVector)
  const values = [
    ids(tools),
    tools.map(({ revision }) => revision),
    tools.map(({ content }) => content),
    tools.map(({ facets }) => facets),
    packed.map(({ signs }) => signs),
    packed.map(({ scale }) => scale),
    packed.map(({ codes }) => codes),
    packed.map(({ near }) => (table.pgvector === undefined ? '' : near)),
  ]
  await ask({ text: writeStatement(table), values })
}

function ids(tools: readonly Missing[]): readonly string[] {
  return tools.map(({ id }) => id)
}
