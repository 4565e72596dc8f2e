import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

/** Packages a file loads, by itself or through files it imports; types are none. */
async function packagesOf(file: string, seen: Set<string> = new Set()): Promise<Set<string>> {
  const found = new Set<string>()
  if (seen.has(file)) return found
  seen.add(file)
  const text = await readFile(new URL(file, import.meta.url), 'utf8')
  for (const [, specifier = ''] of text.matchAll(/^(?:import|export) (?!type )[^'"]*?from '([^']+)'/gm)) {
    if (!specifier.startsWith('.')) found.add(specifier)
    else
      for (const name of await packagesOf(new URL(specifier, new URL(file, import.meta.url)).href, seen))
        found.add(name)
  }
  return found
}

it.each([
  ['index', []],
  ['a2a', []],
  ['anthropic', []],
  ['gemini', []],
  ['mcp', []],
  ['openai', []],
  ['ai-sdk', ['ai']],
  ['langchain', ['@langchain/core/messages', '@langchain/core/tools']],
  ['mastra', ['@mastra/core/tools']],
])('%s loads nothing but the model and its own framework', async (entry, frameworks) => {
  const found = await packagesOf(`./${entry}.ts`)
  const own = ['@toolscout/model', '@toolscout/model/internal']
  expect([...found].filter((name) => !own.includes(name)).sort()).toEqual([...frameworks].sort())
})
