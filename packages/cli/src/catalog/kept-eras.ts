import { recallEra } from '@toolscout/mcp/internal'
import type { KeptCatalog } from './cache-folder.ts'

/** Lets this process know what an earlier one found out: which revision of MCP each server speaks. */
export function recallEras(kept: KeptCatalog | undefined): void {
  for (const { era } of kept?.servers ?? []) if (era !== undefined) recallEra(era)
}
