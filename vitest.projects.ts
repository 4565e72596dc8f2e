import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { LongestFirst } from './vitest.sequence.ts'

/** The quick tier proves the product in minutes; the deep tier has what takes long, in files called `*.deep.test.ts`. */
export type Tier = 'quick' | 'deep'

const root = fileURLToPath(new URL('.', import.meta.url))
// As Node resolves, and from sources; some packages have files under 'module' that no Node can read.
const conditions = ['@toolscout/source', 'node', 'development|production']

/** What outlives a file of tests: another module in the place of one, and what a library takes once in a process. */
const OUTLIVING = /\bvi\.(?:mock|doMock|resetModules)\(|\bsetGlobal\w+Provider\(/

/** Packages whose deep tests may share a module graph too; those of others begin and kill processes, or fill the memory. */
const PURE = [
  'model',
  'search',
  'semantic',
  'rerank',
  'schema',
  'guard',
  'index',
  'tooldoc',
  'runtime',
  'evaluation',
]

const folders = ['packages', 'examples'].flatMap((parent) =>
  readdirSync(root + parent)
    .map((name) => `${parent}/${name}`)
    .filter((folder) => existsSync(`${root}${folder}/src`)),
)

interface TestFile {
  readonly path: string
  /** Whether it shares a module graph with others: what one of them loads is ready for all. */
  readonly isShared: boolean
}

function listTests(folder: string, tier: Tier): readonly TestFile[] {
  const mayShare = tier === 'quick' || PURE.some((name) => folder === `packages/${name}`)
  return readdirSync(`${root}${folder}/src`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && name.endsWith('.deep.test.ts') === (tier === 'deep'))
    .map((name) => `${folder}/src/${name.replaceAll('\\', '/')}`)
    .map((path) => ({ path, isShared: mayShare && !OUTLIVING.test(readFileSync(root + path, 'utf8')) }))
}

/**
 * The configuration of one tier: a project for all files that share a module graph and one for the others, or one a folder
 * where `--project` names it. Tests run from source, so no build stands between an edit and its test.
 */
export function configureTests(tier: Tier): ViteUserConfig {
  const isNamed = process.argv.some((argument) => argument.startsWith('--project'))
  const projects = new Map<string, TestFile[]>()
  for (const folder of folders) {
    for (const test of listTests(folder, tier)) {
      const name = isNamed ? folder : test.isShared ? 'shared' : 'alone'
      projects.set(name, [...(projects.get(name) ?? []), test])
    }
  }
  return defineConfig({
    test: {
      ...(tier === 'deep' && { sequence: { sequencer: LongestFirst } }),
      // One more than cores: many tests wait for processes and for what is due later.
      maxWorkers: availableParallelism() + 1,
      projects: Array.from(projects, ([name, tests]) => ({
        extends: true as const,
        root,
        resolve: { conditions },
        ssr: { resolve: { conditions, externalConditions: conditions } },
        test: {
          name,
          include: tests.map(({ path }) => path),
          isolate: tests.some(({ isShared }) => !isShared),
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      })),
    },
  })
}
