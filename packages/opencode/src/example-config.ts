import { randomUUID } from 'node:crypto'
import { link, mkdir, unlink, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Where editors find what a configuration may say. */
export const SCHEMA_URL = 'https://unpkg.com/@toolscout/opencode@latest/toolbox.schema.json'

/** A configuration to begin with. */
export const EXAMPLE_CONFIG: string = `{
  "$schema": "${SCHEMA_URL}",
  // Servers whose tools the toolbox finds and runs. What stands here should not stand in "mcp" of opencode.json as well.
  "mcp": {
    // "memory": {
    //   "type": "local",
    //   "command": ["npx", "-y", "@modelcontextprotocol/server-memory"],
    //   "environment": { "MEMORY_FILE_PATH": "memory.json" },
    // },
    // "docs": {
    //   "type": "remote",
    //   "url": "https://example.com/mcp",
    //   "headers": { "Authorization": "Bearer {env:DOCS_TOKEN}" },
    //   "tools": { "deny": ["delete_*"] },
    // },
  },
  "settings": {
    "defaultLimit": 5,
    "initMode": "eager",
  },
}
`

/** Writes the example unless the file exists. Never overwrites a file, not even one written meanwhile. */
export async function createExampleConfig(path: string): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, EXAMPLE_CONFIG, { flag: 'wx', mode: 0o600 })
    // Unlike a rename, a link replaces nothing, and what it makes is whole from the beginning.
    await link(draft, path)
    return true
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'EEXIST') return false
    throw error
  } finally {
    await unlink(draft).catch(() => {})
  }
}
