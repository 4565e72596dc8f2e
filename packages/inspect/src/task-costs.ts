import {
  advise,
  CACHED_PRICES,
  measureTokens,
  TASK_CALLS,
  WINDOW_TOKENS,
} from '@toolscout/evaluation/internal'
import { createMetaExposure } from '@toolscout/gateway'
import { toExportName } from '@toolscout/model'
import type { TaskView } from './api/task-view.ts'
import type { Inspected } from './catalog.ts'
import { unlogged } from './search-log.ts'

/** What a task of some calls costs inline and behind the meta-tools, with prompts cached, and what to do. */
export async function taskCosts(
  { gateway, principal }: Inspected,
  signal: AbortSignal,
): Promise<TaskView | undefined> {
  const { index, search, resolve } = gateway.discovery
  const tools = gateway.list({ principal }).map(({ id }) => index.getOrThrow(id).tool)
  const { providers, steps } = await unlogged(() =>
    measureTokens({
      tools,
      exposure: createMetaExposure(gateway),
      principal,
      exportNameOf: (id) => resolve(id)?.exportName ?? toExportName(id),
      nearest: async (query, limit) =>
        (await search(query, { limit, signal })).hits.map(({ id }) => index.getOrThrow(id).tool),
      shapes: {
        mcp: {
          define: ({ id, description, inputSchema }) => ({
            name: toExportName(id),
            description,
            inputSchema,
          }),
        },
      },
      calls: TASK_CALLS,
      prices: CACHED_PRICES,
      signal,
    }),
  )
  const [costs] = providers
  if (costs === undefined || steps === 0) return undefined
  const { defer, reason } = advise(costs, WINDOW_TOKENS)
  const [inline, deferred] = [costs.inline.task.billedTokens, costs.meta.task.billedTokens]
  return { calls: steps, defer, reason, billed: { inline, deferred } }
}
