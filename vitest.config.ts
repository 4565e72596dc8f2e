import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))
// As Node resolves, and from sources; some packages have files under 'module' that no Node can read.
const conditions = ['@toolscout/source', 'node', 'development|production']

// One project a folder that has sources; tests run from source, so no build stands between an edit and its test.
const parents = ['packages', 'examples'].filter((parent) => existsSync(`${root}${parent}`))
const folders = parents.flatMap((parent) =>
  readdirSync(`${root}${parent}`)
    .map((name) => `${root}${parent}/${name}`)
    .filter((folder) => existsSync(`${folder}/package.json`) && existsSync(`${folder}/src`)),
)

export default defineConfig({
  test: {
    // By default one core is left alone; many tests wait for processes, and the runner itself does little.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: folders.map((folder) => ({
      extends: true as const,
      root: folder,
      resolve: { conditions },
      ssr: { resolve: { conditions, externalConditions: conditions } },
      test: {
        name: folder.slice(root.length),
        include: ['src/**/*.test.ts'],
        testTimeout: 60_000,
        hookTimeout: 60_000,
      },
    })),
  },
})
