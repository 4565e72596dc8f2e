import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

/** Modules a file loads before it runs, and those they load; types are none. */
async function loadedBy(file: string, seen: Set<string>): Promise<Set<string>> {
  const text = await readFile(new URL(file, import.meta.url), 'utf8')
  for (const [, specifier = ''] of text.matchAll(/^(?:import|export) (?!type )[^'"]*?from '([^']+)'/gm)) {
    if (seen.has(specifier)) continue
    seen.add(specifier)
    if (specifier.startsWith('.')) await loadedBy(specifier, seen)
  }
  return seen
}

it('loads nothing before its host has the hooks but what the hooks are made of', async () => {
  expect([...(await loadedBy('./index.ts', new Set()))].sort()).toEqual([
    './places.ts',
    './plugin.ts',
    './tool-definitions.ts',
    'node:os',
    'node:path',
    'zod',
  ])
})
