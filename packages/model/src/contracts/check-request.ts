import { checkOption, checkOptions, checkWhole, type OptionKind } from '../internal/options.ts'
import { SEARCH_MODES } from './assistance.ts'
import type { SearchRequest } from './searcher.ts'

const REQUEST: { readonly [member in keyof SearchRequest]-?: OptionKind } = {
  query: 'string',
  limit: { least: 0, whole: true },
  filter: 'object',
  explain: 'boolean',
  mode: { oneOf: SEARCH_MODES },
  taskContext: 'string',
  signal: 'object',
}

/**
 * Checks what a searcher is asked for, before anything is looked up.
 *
 * @throws TypeError for a query that is no text, an unknown member and a member of another kind. @throws RangeError for a
 *   limit that is no whole number from 0, and for a mode that there is none of.
 */
export function checkRequest(request: SearchRequest): void {
  checkOptions('a search request', request, REQUEST)
  // Both have to be there.
  checkOption('query', request.query, 'string')
  checkWhole('limit', request.limit, 0)
}
