import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type OutputChunk, rolldown } from 'rolldown'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Bytes of what a bundle for browsers loads at once, minified and compressed, in so many thousands. */
async function weigh(code: string): Promise<number> {
  const bundle = await rolldown({
    input: 'entry',
    platform: 'browser',
    external: ['@toolscout/languages'],
    resolve: { conditionNames: ['@toolscout/source', 'browser', 'import', 'default'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? `${folder}entry.ts` : undefined),
        load: (id) => (id === `${folder}entry.ts` ? code : undefined),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])))
  const loaded = new Set<OutputChunk>([output[0]])
  for (const { imports } of loaded)
    for (const file of imports) if (chunks.has(file)) loaded.add(chunks.get(file) as OutputChunk)
  const bytes = [...loaded].reduce((sum, chunk) => sum + gzipSync(chunk.code, { level: 9 }).length, 0)
  return bytes / 1_000
}

it.each([
  ['one function that is not the facade', 'index.ts', 'defineTool', 0.5],
  ['a facade of words alone', 'words.ts', 'createDiscovery', 60],
  ['a facade with meaning, without its table', 'index.ts', 'createDiscovery', 82],
])('%s weighs no more than it may', async (_, file, name, most) => {
  expect(await weigh(`import { ${name} } from './${file}'; globalThis.used = ${name}`)).toBeLessThan(most)
})
