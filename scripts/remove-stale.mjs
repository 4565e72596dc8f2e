// Runs before a package is packed, in its folder: what was built from a source that is gone must not reach users.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const BUILT = /\.(?:js|d\.ts)$/

for (const file of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
  const source = join('src', file.replace(BUILT, '.ts'))
  if (BUILT.test(file) && !existsSync(source)) rmSync(join('dist', file))
}
