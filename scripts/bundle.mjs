// Runs before a package is packed, in its folder: what is loaded with the facade is packed as few files, because Node
// reads two hundred small ones for longer than it runs them. Types stay beside the sources they were made from.
// What a manifest calls inlined goes into the bundle: CommonJS, which Node takes longer to look through than everything
// else together, and, for the command, packages of ours with all they stand on, so that only what is used is loaded.
// Notices and licences of what is inlined lie beside it.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, isAbsolute, join } from 'node:path'
import { rolldown } from 'rolldown'

const readManifest = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const isOurs = (name) => name.startsWith('@toolscout/')

const manifest = readManifest('.')
const { publishConfig, toolscout } = manifest
// An export that is a file as it is, such as a schema, is not packed. A command is packed as an export is.
const entries = Object.values(publishConfig.exports).filter((entry) => typeof entry === 'object')
const files = [...entries.map((entry) => entry.default), ...Object.values(publishConfig.bin ?? {})]
const names = files.map((file) => /^\.\/bundle\/(.+)\.js$/.exec(file)[1])
const inlined = new Map()
addInlined('.', toolscout.inlined ?? [])
const nameOf = (id) => /^(?:@[^/]+\/)?[^/]+/.exec(id)[0]

/** Files that a manifest wants inside of the code, in base64, each by the expression that stands for it. */
const define = Object.fromEntries(
  Object.entries(toolscout.packed ?? {}).map(([name, file]) => [
    name,
    JSON.stringify(readFileSync(file, 'base64')),
  ]),
)

const missing = new Set()
rmSync('bundle', { recursive: true, force: true })
const bundle = await rolldown({
  input: Object.fromEntries(names.map((name) => [name, `dist/${name}.js`])),
  platform: 'node',
  transform: { define },
  plugins: [{ name: 'pure', renderChunk: markPure }],
  external: (id) => {
    if (id.startsWith('.') || isAbsolute(id) || inlined.has(nameOf(id))) return false
    if (!isBuiltin(id) && !isInstalled(nameOf(id))) missing.add(nameOf(id))
    return true
  },
})
// Names stay, for whoever reads a stack; comments and spaces of a whole house are not parsed at every start.
const isHouse = [...inlined.keys()].some(isOurs)
const minify = isHouse && { mangle: false, compress: true, codegen: { removeWhitespace: true } }
await bundle.write({ dir: 'bundle', format: 'esm', chunkFileNames: '[name]-[hash].js', minify })
await bundle.close()
if (missing.size > 0)
  throw new Error(
    `${manifest.name} packs what imports ${[...missing].join(', ')}; add it to its dependencies.`,
  )

const notices = [...inlined].flatMap(([name, folder]) =>
  isOurs(name) ? noticeOf(folder) : [licenceOf(name, folder)],
)
if (notices.length > 0) writeFileSync(join('bundle', 'THIRD-PARTY.txt'), notices.join('\n\n'))
for (const file of toolscout.brings ?? []) {
  const name = nameOf(file)
  const path = file.slice(name.length + 1)
  mkdirSync(dirname(path), { recursive: true })
  cpSync(join(inlined.get(name), path), path)
}

/**
 * Says of what a module makes as it is loaded that nothing else hangs on it, so that the bundler of a user leaves out what
 * is not used; a package without side effects is one file here.
 */
function markPure(code) {
  return code
    .replace(/^(\t(?:\w+|"[^"]*"): |\t\.\.\.)(?=[a-z]\w*\()/gm, '$1/* @__PURE__ */ ')
    .replace(/^((?:const|let|var) [\w$]+ = )(?=(?:new )?[\w$.]+\()/gm, '$1/* @__PURE__ */ ')
    .replace(
      /(?<=[=:([,?] |[([]|=> )(?=Object\.freeze\([^;]|new (?:Map|Set|RegExp)\(|require_\w+\(\))/g,
      '/* @__PURE__ */ ',
    )
}

/** Of a package of ours all that it stands on is inlined with it, and what it inlines itself. */
function addInlined(folder, wanted) {
  for (const name of wanted) {
    if (inlined.has(name)) continue
    const own = realpathSync(join(folder, 'node_modules', name))
    inlined.set(name, own)
    if (!isOurs(name)) continue
    const { dependencies, toolscout } = readManifest(own)
    addInlined(own, [...Object.keys(dependencies ?? {}).filter(isOurs), ...(toolscout.inlined ?? [])])
  }
}

/** Whether somebody who installs this package has that one, or may leave it out. */
function isInstalled(name) {
  const { dependencies, optionalDependencies, peerDependencies } = manifest
  return [dependencies, optionalDependencies, peerDependencies].some((kind) => name in (kind ?? {}))
}

function noticeOf(folder) {
  const file = join(folder, 'NOTICE')
  return existsSync(file) ? [readFileSync(file, 'utf8').trim()] : []
}

/** The name, version and licence of a package that is inlined. */
function licenceOf(name, folder) {
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:[.-]\w+)*$/i.test(entry))
  if (file === undefined) throw new Error(`${name} has no licence to go with it.`)
  return `${name} ${readManifest(folder).version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
}
