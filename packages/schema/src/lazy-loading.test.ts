import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const STATIC_IMPORT = /^(?:import|export)\s+(?!type\b)[^'"]*?from\s+'([^']+)'/gm
const source = fileURLToPath(new URL('.', import.meta.url))

/** Every module that loads when `file` is imported, and every package those import. */
function loadedWith(file: string): { files: Set<string>; packages: Set<string> } {
  const files = new Set([file])
  const packages = new Set<string>()
  for (const path of files) {
    for (const [, specifier = ''] of readFileSync(path, 'utf8').matchAll(STATIC_IMPORT)) {
      if (specifier.startsWith('.')) files.add(join(dirname(path), specifier))
      else packages.add(specifier)
    }
  }
  return { files, packages }
}

describe('the entry', () => {
  it('loads no validation engine before the first schema is compiled', () => {
    const { files, packages } = loadedWith(join(source, 'index.ts'))
    expect(files.has(join(source, 'validator.ts'))).toBe(true)
    expect([...packages].sort()).toEqual(['@toolscout/model', '@toolscout/model/internal'])
  })

  it('keeps each engine behind one file', () => {
    const { files, packages } = loadedWith(join(source, 'compile/compile-schema.ts'))
    expect([...packages].sort()).toEqual([
      '@toolscout/model',
      '@toolscout/model/internal',
      'ajv-formats/dist/formats.js',
      'ajv/dist/2020.js',
      're2js',
    ])
    const importers = (name: string): string[] =>
      [...files].filter((file) => new RegExp(`from '${name}[/']`).test(readFileSync(file, 'utf8')))
    expect(importers('ajv')).toEqual([join(source, 'compile/ajv-compiler.ts')])
    expect(importers('re2js')).toEqual([join(source, 'compile/linear-pattern.ts')])
  })
})
