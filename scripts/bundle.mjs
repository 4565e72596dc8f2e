// Runs before a package is packed, in its folder: what is loaded with the facade is packed as few files, because Node
// reads two hundred small ones for longer than it runs them. Types stay beside the sources they were made from.
import { readFileSync, rmSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { rolldown } from 'rolldown'

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')).publishConfig
const names = Object.values(exports).map((entry) => /^\.\/bundle\/(.+)\.js$/.exec(entry.default)[1])

rmSync('bundle', { recursive: true, force: true })
const bundle = await rolldown({
  input: Object.fromEntries(names.map((name) => [name, `dist/${name}.js`])),
  platform: 'node',
  external: (id) => !id.startsWith('.') && !isAbsolute(id),
})
await bundle.write({ dir: 'bundle', format: 'esm', chunkFileNames: '[name]-[hash].js' })
await bundle.close()
