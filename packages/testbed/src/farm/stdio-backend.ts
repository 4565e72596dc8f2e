import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** An MCP server in a process of its own. */
export interface StdioBackend {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  /** What its ledger says: each line is `pid`, `ran` or `aborted`, and of whom. */
  readonly ledger: () => Promise<readonly { readonly what: string; readonly whom: string }[]>
}

/** As it stands in the sources, which are beside the build. */
const SCRIPT = fileURLToPath(new URL('../../src/farm/stdio-backend.mjs', import.meta.url))

/** How to start a server that writes to a ledger; a stubborn one ignores SIGTERM, and has a child that does as well. */
export function stdioBackend(
  name: string,
  ledgerFile: string,
  mode: 'well' | 'stubborn' = 'well',
): StdioBackend {
  return Object.freeze({
    name,
    command: process.execPath,
    args: [SCRIPT, name, ledgerFile, mode],
    ledger: async () => {
      const text = await readFile(ledgerFile, 'utf8').catch(() => '')
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => {
          const [what = '', whom = ''] = line.split(' ')
          return { what, whom }
        })
    },
  } satisfies StdioBackend)
}
