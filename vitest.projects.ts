import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { LongestFirst } from './vitest.sequence.ts'

/** The quick tier proves the product in minutes; the deep tier has what takes long, in files called `*.deep.test.ts`. */
export type Tier = 'quick' | 'deep'

const root = fileURLToPath(new URL('.', import.meta.url))
// As Node resolves, and from sources; some packages have files under 'module' that no Node can read.
const conditions = ['@toolscout/source', 'node', 'development|production']

const DEEP = 'src/**/*.deep.test.ts'

/**
 * Packages whose tests change nothing that outlives them, neither globals nor modules nor processes: their files share
 * one module graph, which saves a third of the time.
 */
const PURE = new Set(
  [
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
  ].map((name) => `packages/${name}`),
)

/** Packages of which that holds for the quick tier alone: its tests end what they start, and put nothing in place of a module. */
const PURE_IF_QUICK = new Set(
  ['gateway', 'mcp', 'cli', 'inspect', 'loom', 'opencode'].map((name) => `packages/${name}`),
)

// One project a folder that has sources; tests run from source, so no build stands between an edit and its test.
const parents = ['packages', 'examples'].filter((parent) => existsSync(`${root}${parent}`))
const folders = parents.flatMap((parent) =>
  readdirSync(`${root}${parent}`)
    .map((name) => `${parent}/${name}`)
    .filter((folder) => existsSync(`${root}${folder}/package.json`) && existsSync(`${root}${folder}/src`)),
)

/** The configuration of one tier: one project per folder that has sources. */
export function configureTests(tier: Tier): ViteUserConfig {
  const files =
    tier === 'deep'
      ? { include: [DEEP] }
      : { include: ['src/**/*.test.ts'], exclude: [DEEP, '**/node_modules/**'] }
  return defineConfig({
    test: {
      ...(tier === 'deep' && { sequence: { sequencer: LongestFirst } }),
      // Also on one core: many tests wait for processes, and the runner itself does little.
      maxWorkers: Math.max(2, availableParallelism()),
      projects: folders.map((folder) => ({
        extends: true as const,
        root: `${root}${folder}`,
        resolve: { conditions },
        ssr: { resolve: { conditions, externalConditions: conditions } },
        test: {
          name: folder,
          ...files,
          isolate: !PURE.has(folder) && !(tier === 'quick' && PURE_IF_QUICK.has(folder)),
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      })),
    },
  })
}
