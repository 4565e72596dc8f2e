import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const folder = fileURLToPath(new URL('.', import.meta.url))
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('fixtures'),
)

/** Modules a file names in import and export declarations that leave something behind at run time. */
function staticImports(file: string): string[] {
  const text = readFileSync(`${folder}/${file}`, 'utf8')
  const declarations = text.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^'"`;]*?\sfrom\s+)?'([^']+)'/gm)
  return [...declarations].map(([, specifier]) => specifier as string)
}

function filesNaming(specifier: RegExp): string[] {
  return sources.filter((file) => specifier.test(readFileSync(`${folder}/${file}`, 'utf8')))
}

describe('imports', () => {
  it('load neither the SDK nor zod nor a JSON parser with the entry', () => {
    const seen = new Set<string>()
    const visit = (file: string): string[] => {
      if (seen.has(file)) return []
      seen.add(file)
      return staticImports(file).flatMap((name) =>
        name.startsWith('.') ? visit(join(file, '..', name)) : [name],
      )
    }
    const loaded = [...new Set(visit('index.ts'))].filter((name) => !name.startsWith('node:'))
    expect(loaded.sort()).toEqual(['@toolscout/model', '@toolscout/model/internal'])
    expect(seen).toContain('connection/connect.ts')
  })

  it('run no shell, and no program but a server of the configuration and our own watchdog and keeper', () => {
    expect(filesNaming(/node:child_process/).sort()).toEqual([
      'process/launcher.ts',
      'process/process-group.ts',
      'process/server-process.ts',
    ])
    expect(filesNaming(/\b(?:exec|execFile|execSync|fork|spawnSync)\(|\bshell: true/)).toEqual([])
  })

  it('name each third party in few files', () => {
    expect(filesNaming(/from '@modelcontextprotocol\/client/).sort()).toEqual([
      'connection/sdk-client.ts',
      'oauth/sdk-oauth.ts',
    ])
    expect(filesNaming(/from 'zod/)).toEqual(['config/server-entry.ts'])
    expect(filesNaming(/from 'jsonc-parser/)).toEqual(['config/jsonc.ts'])
  })
})
