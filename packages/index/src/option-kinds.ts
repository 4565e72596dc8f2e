import type { OptionKind } from '@toolscout/model/internal'
import type { RegisterMcpOptions, SearchOptions, ToolIndexOptions } from './tool-index.ts'

/** What {@link ToolIndexOptions} may have. */
export const INDEX_OPTIONS: { readonly [Option in keyof ToolIndexOptions]-?: OptionKind } = Object.freeze({
  searcher: { functions: ['apply', 'search'] },
  selectBackend: 'function',
  onListenerError: 'function',
  requireDeterministicSearcher: 'boolean',
  stored: 'object',
})

/** What {@link SearchOptions} may have. */
export const SEARCH_OPTIONS: { readonly [Option in keyof SearchOptions]-?: OptionKind } = Object.freeze({
  limit: 'anything',
  filter: 'anything',
  explain: 'boolean',
  mode: 'anything',
  taskContext: 'anything',
  signal: 'object',
})

/** What {@link RegisterMcpOptions} may have. */
export const LISTING_OPTIONS: { readonly [Option in keyof RegisterMcpOptions]-?: OptionKind } = {
  complete: 'boolean',
  tags: 'anything',
  replicaOf: 'string',
}
