// Runs before a package is packed, in its folder, after its bundle is made: writes for each of its public entries what
// CommonJS loads (`require` of the same module, so that there is one of it) and the types of that. TypeScript under `node16`
// takes values of an ES module in CommonJS from nowhere else, and names of types with their parameters from `export type`.
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Parameters of the classes that have any. */
const PARAMETERS = { ToolscoutError: ['<Details = unknown>', '<Details>'] }

const { publishConfig } = JSON.parse(readFileSync('package.json', 'utf8'))
for (const { require: cjs, types, default: file } of Object.values(publishConfig.exports)) {
  if (cjs === undefined) continue
  const name = types.replace('./dist/', './').replace('.d.ts', '')
  const module = await import(pathToFileURL(resolve('dist', `${name}.js`)).href)
  const values = Object.keys(module)
  const named = [...readFileSync(types, 'utf8').matchAll(/^export (?:type )?\{([^}]*)\}/gm)]
    .flatMap(([, list]) => list.split(','))
    .map((part) => /(\w+)\s*$/.exec(part)?.[1])
  const declared = [...readFileSync(types, 'utf8').matchAll(/^export (?:interface|type) (\w+)/gm)].map(
    ([, one]) => one,
  )
  const typesOnly = [...named, ...declared].filter((one) => one !== undefined && !(one in module)).sort()
  const from = `'${name}.js' with { 'resolution-mode': 'import' }`
  const lines = [
    `import type * as all from ${from}`,
    ...(typesOnly.length === 0 ? [] : [`export type { ${typesOnly.join(', ')} } from ${from}`]),
    ...values.flatMap(declare),
  ]
  writeFileSync(cjs.types, `${lines.join('\n')}\n`)
  // A default export is a member beside others only where all are written out.
  const exported = values.includes('default')
    ? ['exports.__esModule = true', ...values.map((value) => `exports.${value} = all.${value}`)]
    : ['module.exports = all']
  writeFileSync(cjs.default, [`const all = require('.${file}')`, ...exported, ''].join('\n'))

  function declare(value) {
    if (value === 'default') return ['declare const preset: typeof all.default', 'export default preset']
    const isClass = /^class\b/.test(String(module[value]))
    const [parameters, given] = PARAMETERS[value] ?? ['', '']
    return [
      `export declare const ${value}: typeof all.${value}`,
      ...(isClass ? [`export type ${value}${parameters} = all.${value}${given}`] : []),
    ]
  }
}
