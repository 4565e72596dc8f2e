import type { OptionKind } from '@toolscout/model/internal'
import type {
  PageOptions,
  RegisterMcpOptions,
  SearchOptions,
  SearchPageOptions,
  ToolIndexOptions,
} from './tool-index.ts'

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

/** What {@link SearchPageOptions} may have. */
export const SEARCH_PAGE_OPTIONS: { readonly [Option in keyof SearchPageOptions]-?: OptionKind } =
  Object.freeze({ ...SEARCH_OPTIONS, cursor: 'string' })

/** What a page of namespaces may have. */
export const NAMESPACES_OPTIONS: { readonly [Option in Exclude<keyof PageOptions, 'filter'>]-?: OptionKind } =
  Object.freeze({ limit: 'anything', cursor: 'string' })

/** What {@link PageOptions} may have. */
export const PAGE_OPTIONS: { readonly [Option in keyof PageOptions]-?: OptionKind } = Object.freeze({
  ...NAMESPACES_OPTIONS,
  filter: 'anything',
})

/** What {@link RegisterMcpOptions} may have. */
export const LISTING_OPTIONS: { readonly [Option in keyof RegisterMcpOptions]-?: OptionKind } = {
  complete: 'boolean',
  tags: 'texts',
  replicaOf: 'string',
}
