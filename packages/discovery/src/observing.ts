import type {
  SearchAnswer,
  SearchOptions,
  SearchPage,
  SearchQuery,
  ToolChange,
  ToolIndex,
} from '@toolscout/index'
import {
  type Backend,
  type Embedder,
  type ObservedOutcome,
  type Observer,
  type Tool,
  type ToolResult,
  toExportName,
} from '@toolscout/model'
import { isLocalEmbedder, observe, observeFact } from '@toolscout/model/internal'
import type { CallOptions } from './call-tool.ts'

/** Tells of changes of an index. */
export function observeChanges(
  observer: Observer | undefined,
  tools: number,
  changes: readonly ToolChange[],
): void {
  const count = (type: ToolChange['type']): number => changes.filter((change) => change.type === type).length
  observeFact(observer, () => ({
    kind: 'catalogChanged',
    tools,
    added: count('registered'),
    updated: count('updated'),
    removed: count('removed'),
  }))
}

/** Watches searches of an index. */
export function observeIndex(
  index: ToolIndex,
  observer: Observer | undefined,
): Pick<ToolIndex, 'search' | 'searchPage'> {
  if (observer === undefined) return index
  const begin = (query: SearchQuery, { limit, mode }: Pick<SearchOptions, 'limit' | 'mode'> = {}) => ({
    kind: 'search' as const,
    query: typeof query === 'string' ? query : query.join('\n'),
    limit,
    mode,
  })
  return {
    search: (query, options) =>
      observe(
        observer,
        () => begin(query, options),
        () => index.search(query, options),
        outcomeOfSearch,
      ),
    searchPage: (query, options) =>
      observe(
        observer,
        () => begin(query, options),
        () => index.searchPage(query, options),
        outcomeOfSearch,
      ),
  }
}

function outcomeOfSearch({ hits, verdict, degraded }: SearchAnswer | SearchPage): ObservedOutcome {
  return {
    found: hits.length,
    ids: hits.map(({ id }) => id),
    verdict: verdict?.level,
    ...(degraded.length === 0 ? {} : { degraded: degraded.map(({ part }) => part) }),
  }
}

/** Watches a call of the facade's own. */
export function observeCall(
  observer: Observer | undefined,
  {
    tool,
    backend,
    options,
  }: { readonly tool: Tool; readonly backend: Backend; readonly options: CallOptions },
  work: () => Promise<ToolResult>,
): Promise<ToolResult> {
  const called = (): { readonly tool: string; readonly callId: string | undefined } => ({
    tool: toExportName(tool.id),
    callId: options.toolCallId,
  })
  return observe(
    observer,
    () =>
      backend.kind === 'local'
        ? { kind: 'localCall', ...called() }
        : {
            kind: 'serverCall',
            ...called(),
            server: { name: backend.kind === 'mcp' ? backend.server : backend.providerId },
          },
    work,
    ({ isError }) => (isError === true ? { error: 'tool_error' } : {}),
  )
}

/** Watches an embedder that is asked over a network or in another way that takes time. */
export function observeEmbedder(embedder: Embedder, observer: Observer | undefined): Embedder {
  // One that answers in this process, without waiting, is asked through other members.
  if (observer === undefined || isLocalEmbedder(embedder)) return embedder
  return {
    get model() {
      return embedder.model
    },
    get dimensions() {
      return embedder.dimensions
    },
    get maxBatch() {
      return embedder.maxBatch
    },
    embed: (texts, options) =>
      observe(
        observer,
        () => ({ kind: 'embed', model: embedder.model, texts: texts.length }),
        () => embedder.embed(texts, options),
        () => ({}),
      ),
  }
}
