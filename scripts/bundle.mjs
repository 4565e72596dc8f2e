// Runs before a package is packed, in its folder: what is loaded with the facade is packed as few files, because Node
// reads two hundred small ones for longer than it runs them. Types stay beside the sources they were made from.
// What a manifest calls inlined is CommonJS, which Node takes longer to look through than everything else together: it
// goes into the bundle, with its licence beside it.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { rolldown } from 'rolldown'

const { publishConfig, toolscout } = JSON.parse(readFileSync('package.json', 'utf8'))
// An export that is a file as it is, such as a schema, is not packed. A command is packed as an export is.
const entries = Object.values(publishConfig.exports).filter((entry) => typeof entry === 'object')
const files = [...entries.map((entry) => entry.default), ...Object.values(publishConfig.bin ?? {})]
const names = files.map((file) => /^\.\/bundle\/(.+)\.js$/.exec(file)[1])
const inlined = toolscout.inlined ?? []
const isInlined = (id) => inlined.some((name) => id === name || id.startsWith(`${name}/`))

rmSync('bundle', { recursive: true, force: true })
const bundle = await rolldown({
  input: Object.fromEntries(names.map((name) => [name, `dist/${name}.js`])),
  platform: 'node',
  external: (id) => !id.startsWith('.') && !isAbsolute(id) && !isInlined(id),
})
await bundle.write({ dir: 'bundle', format: 'esm', chunkFileNames: '[name]-[hash].js' })
await bundle.close()

if (inlined.length > 0) writeFileSync(join('bundle', 'THIRD-PARTY.txt'), inlined.map(licenceOf).join('\n\n'))

/** The name, version and licence of a package that is inlined. */
function licenceOf(name) {
  const folder = join('node_modules', name)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:\.\w+)?$/i.test(entry))
  if (file === undefined) throw new Error(`${name} has no licence to go with it.`)
  return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
}
