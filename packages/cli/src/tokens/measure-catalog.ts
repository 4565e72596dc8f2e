import type { Discovery } from '@toolscout/discovery'
import { type MeasureOptions, measureTokens, type TokenMeasurement } from '@toolscout/evaluation/internal'
import { createGateway, createMetaExposure } from '@toolscout/gateway'
import { PROVIDER_SHAPES, type ProviderName } from './provider-shapes.ts'

/** What is measured of a catalog, and how. */
export interface MeasureCatalogOptions
  extends Pick<MeasureOptions<ProviderName>, 'calls' | 'prices' | 'signal'> {
  readonly providers: readonly ProviderName[]
}

/** Counts what the tools of a catalog cost, and goes through a task with them in every way. */
export async function measureCatalog(
  { index, resolve, search }: Discovery,
  { providers, signal, ...options }: MeasureCatalogOptions,
): Promise<TokenMeasurement<ProviderName>> {
  const tools = index.list({ kinds: ['tool'] }).map(({ tool }) => tool)
  // Never called, so that nothing has to be connected: what a search answers is what counts.
  const gateway = createGateway()
  gateway.discovery.index.registerMany(
    tools.map((tool) => ({ tool, backend: { kind: 'local' as const, handler: tool.id } })),
  )
  const shapes = Object.fromEntries(providers.map((name) => [name, PROVIDER_SHAPES[name]]))
  try {
    return await measureTokens<ProviderName>({
      ...options,
      tools,
      exposure: createMetaExposure(gateway),
      principal: '',
      exportNameOf: (id) => resolve(id)?.exportName ?? id,
      nearest: async (query, limit) => {
        const { hits } = await search(query, { limit, signal })
        return hits.map(({ id }) => index.getOrThrow(id).tool)
      },
      shapes: shapes as typeof PROVIDER_SHAPES,
      signal,
    })
  } finally {
    await gateway.discovery.close()
  }
}
