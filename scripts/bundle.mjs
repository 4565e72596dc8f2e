// Runs before a package is packed, in its folder: what is loaded with the facade is packed as few files, because Node
// reads two hundred small ones for longer than it runs them. Types stay beside the sources they were made from.
// What a manifest calls inlined goes into the bundle: CommonJS, which Node takes longer to look through than everything
// else together, and, for the command, packages of ours with all they stand on, so that only what is used is loaded.
// Notices and licences of what is inlined lie beside it. Of a package that is loaded with its inside, as the facade does it,
// both are one file, and our packages import that one.
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
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { makePatternsLazy } from './lazy-patterns.mjs'

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
const WHOLE = '\0whole'
const input = Object.fromEntries(names.map((name) => [name, resolve(`dist/${name}.js`)]))
const groups = toolscout.isWhole ? [] : sharedModules()
if (toolscout.isWhole) {
  input.internal = WHOLE
  delete input.index
}
const bundle = await rolldown({
  input,
  platform: 'node',
  preserveEntrySignatures: toolscout.isWhole ? 'allow-extension' : 'exports-only',
  transform: { define },
  plugins: [
    {
      name: 'whole',
      resolveId: (id) => (id === WHOLE ? id : undefined),
      load: (id) =>
        id === WHOLE
          ? ['internal', 'index']
              .map((name) => `export * from ${JSON.stringify(resolve(`dist/${name}.js`))}`)
              .join('\n')
          : undefined,
    },
    { name: 'patterns', renderChunk: makePatternsLazy },
    { name: 'pure', renderChunk: markPure },
    { name: 'inside', renderChunk: importInside },
  ],
  external: (id) => {
    if (id === WHOLE || id.startsWith('.') || isAbsolute(id) || inlined.has(nameOf(id))) return false
    if (!isBuiltin(id) && !isInstalled(nameOf(id))) missing.add(nameOf(id))
    return true
  },
})
// Names stay, for whoever reads a stack; comments and spaces of a whole house are not parsed at every start.
const isHouse = [...inlined.keys()].some(isOurs)
const minify = isHouse && { mangle: false, compress: true, codegen: { removeWhitespace: true } }
await bundle.write({
  dir: 'bundle',
  format: 'esm',
  chunkFileNames: '[name]-[hash].js',
  // What is said of each name stands in the types.
  comments: { legal: true, annotation: true, jsdoc: false },
  minify,
  codeSplitting: isHouse || { groups },
})
await bundle.close()
if (toolscout.isWhole) {
  const exported = Object.keys(await import(pathToFileURL(resolve('dist/index.js')).href))
  writeFileSync(join('bundle', 'index.js'), `export { ${exported.join(', ')} } from "./internal.js";\n`)
}
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

/** Modules that more than one entry loads at once: a file of those that the inside loads, and one of the others. */
function sharedModules() {
  const entries = Object.values(input).map((file) => loadedWith(file))
  const isShared = (module) => entries.filter((loaded) => loaded.has(module)).length > 1
  const inside = loadedWith(input.internal ?? input.index)
  return [
    { name: 'shared', test: (id) => inside.has(id) && isShared(id) },
    { name: 'common', test: (id) => !inside.has(id) && isShared(id) },
  ]
}

/** A module of `dist` with all of `dist` that it loads at once. */
function loadedWith(file, found = new Set()) {
  if (found.has(file)) return found
  found.add(file)
  for (const [, path] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|export) (?:[^;'"()=]*? from )?['"](\.[^'"]+\.js)['"]/gm,
  ))
    loadedWith(join(dirname(file), path), found)
  return found
}

/** What is loaded anyway is imported where it is, without a file that names it again. */
function importInside(code) {
  return code.replace(/^((?:import|export) .*from "@toolscout\/(\w+))";$/gm, (statement, start, name) => {
    const own = join('node_modules', '@toolscout', name)
    return existsSync(own) && readManifest(own).toolscout.isWhole ? `${start}/internal";` : statement
  })
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
