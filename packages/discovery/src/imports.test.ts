import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const STATIC_IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^'"`;]*?\sfrom\s+)?'([^']+)'/gm
const packages = fileURLToPath(new URL('../../', import.meta.url))

/** Every module of ours that is loaded with `@toolscout/discovery`, and what others bring. */
function loadedModules(): { readonly own: ReadonlySet<string>; readonly others: ReadonlySet<string> } {
  const own = new Set([join(packages, 'discovery/src/index.ts')])
  const others = new Set<string>()
  for (const file of own) {
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(STATIC_IMPORT)) {
      const [, name] = /^@toolscout\/([a-z]+)$/.exec(specifier) ?? []
      if (specifier.startsWith('.')) own.add(join(dirname(file), specifier))
      else if (name !== undefined) own.add(join(packages, name, 'src/index.ts'))
      else if (!specifier.startsWith('@toolscout/')) others.add(specifier)
      else {
        const [, owner, ...path] = specifier.split('/')
        own.add(join(packages, `${owner}/src/${path.join('-')}.ts`))
      }
    }
  }
  return { own, others }
}

it('importing the facade loads neither validation engine nor SDK nor zod nor anything that speaks MCP, nor any module of Node', () => {
  const { own, others } = loadedModules()
  const ofPackages = new Set([...own].map((file) => file.slice(packages.length).split('/')[0]))
  expect([...ofPackages].sort()).toEqual([
    'discovery',
    'index',
    'model',
    'runtime',
    'schema',
    'search',
    'semantic',
    'tooldoc',
  ])
  expect([...others].sort()).toEqual(['stemmer'])
})
