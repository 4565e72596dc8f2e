import { createGateway, createMetaExposure } from '@toolscout/gateway'
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base'
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base'
import { generateTools } from '../corpus/generate-tools.ts'

/** What a model is shown of a catalog, whatever its size. */
export interface MetaTokens {
  readonly tools: number
  readonly split: boolean
  readonly definitions: number
  /** Name, description and input schema, as JSON. */
  readonly o200k: number
  readonly cl100k: number
}

/** Counts the definitions of the meta exposure over made-up catalogs. */
export async function measureMeta(sizes: readonly number[]): Promise<readonly MetaTokens[]> {
  const rows: MetaTokens[] = []
  for (const size of sizes) {
    const gateway = createGateway({ discovery: { embedder: false } })
    const tools = [...generateTools({ count: size, seed: 1 })].map(
      ({ name, namespace, description, inputSchema }) => ({ name, namespace, description, inputSchema }),
    )
    if (tools.length > 0) await gateway.register(tools)
    for (const split of [false, true]) {
      const listed = createMetaExposure(gateway, { split }).list('')
      const text = JSON.stringify(
        listed.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
      )
      rows.push({
        tools: size,
        split,
        definitions: listed.length,
        o200k: countO200k(text),
        cl100k: countCl100k(text),
      })
    }
    await gateway.stop()
  }
  return rows
}
