import { type CatalogRecord, parseTool } from '@toolscout/model'
import { type RealText, type RealToolOptions, recombineTools } from './recombine-tools.ts'

/** Records of one batch: what a few servers list at once. */
export const BATCH = 2_000

/** {@link recombineTools} as a catalog keeps them, in batches of {@link BATCH}. */
export function* recombinedRecords(
  text: Pick<RealText, 'tools'>,
  options: RealToolOptions,
): Generator<readonly CatalogRecord[]> {
  let batch: CatalogRecord[] = []
  for (const { id: _id, ...definition } of recombineTools(text, options)) {
    const { tool } = parseTool(definition)
    batch.push({ tool, backends: [{ kind: 'mcp', server: definition.namespace }], notes: '' })
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
