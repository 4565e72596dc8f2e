import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

/** Modules a file loads before it runs, and those they load; types are none. */
async function loadedBy(file: string, seen: Set<string>): Promise<Set<string>> {
  const text = await readFile(new URL(file, import.meta.url), 'utf8')
  for (const [, specifier = ''] of text.matchAll(/^(?:import|export) (?!type )[^'"]*?from '([^']+)'/gm)) {
    const target = specifier.startsWith('.')
      ? new URL(specifier, new URL(file, import.meta.url)).href.replace(
          new URL('.', import.meta.url).href,
          './',
        )
      : specifier
    if (seen.has(target)) continue
    seen.add(target)
    if (target.startsWith('.')) await loadedBy(target, seen)
  }
  return seen
}

it('loads nothing for its help but the descriptions of commands', async () => {
  const loaded = [...(await loadedBy('./main.ts', new Set()))]
  expect(loaded.filter((name) => !name.startsWith('.')).sort()).toEqual(['commander', 'node:os'])
  expect(loaded.filter((name) => name.startsWith('.')).sort()).toEqual([
    './program/examples.ts',
    './program/options.ts',
    './program/program.ts',
    './program/quality-commands.ts',
    './program/tool-commands.ts',
    './run.ts',
  ])
})
