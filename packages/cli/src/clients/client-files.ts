import { existsSync } from 'node:fs'
import { pathsOf, placesOf } from '../config/places.ts'
import type { MapPath } from '../edit/map-format.ts'
import type { CliHost } from '../host.ts'

/** A program whose files are known, as a command line has it. */
export type ClientId =
  | 'claude-code'
  | 'claude-desktop'
  | 'cursor'
  | 'vscode'
  | 'codex'
  | 'opencode'
  | 'gemini-cli'
  | 'zed'
  | 'windsurf'

/** The programs as people call them. */
export const CLIENTS: Readonly<Record<ClientId, string>> = Object.freeze({
  'claude-code': 'Claude Code',
  'claude-desktop': 'Claude Desktop',
  cursor: 'Cursor',
  vscode: 'VS Code',
  codex: 'Codex',
  opencode: 'OpenCode',
  'gemini-cli': 'Gemini CLI',
  zed: 'Zed',
  windsurf: 'Windsurf',
})

/** Whose servers a file holds. */
export type ClientScope = 'user' | 'project'

/** A file in which a program may keep servers. */
export interface ClientFile {
  readonly id: ClientId
  readonly scope: ClientScope
  readonly file: string
  /** Maps of servers in it, in the order they count. */
  readonly maps: readonly MapPath[]
}

type Place = readonly [ClientId, ClientScope, ClientFile['maps'], ...files: (string | undefined)[]]

const CLAUDE: MapPath = ['mcpServers']
const CODE: MapPath = ['servers']
/** In `settings.json`, where VS Code had them once; nothing is written there. */
const CODE_OLD: readonly MapPath[] = [['mcp', 'servers'], ['mcpServers']]
const CODEX: MapPath = ['mcp_servers']
/** Version 2 has them one level deeper, and reads what version 1 has as well. */
const OPEN_CODE: readonly MapPath[] = [['mcp', 'servers'], ['mcp']]
const ZED: MapPath = ['context_servers']

/** Where each program keeps its servers on this platform; those of the folder first, since they count more. */
export function clientFiles({ cwd, home, platform, env }: CliHost): readonly ClientFile[] {
  const { join, dirname } = pathsOf(platform)
  // The folder of applications' settings: ours is next to theirs, except on macOS.
  const xdg = dirname(dirname(placesOf({ env, home, platform }).userConfig))
  const support =
    platform === 'darwin'
      ? join(home, 'Library', 'Application Support')
      : platform === 'win32'
        ? (env.APPDATA ?? join(home, 'AppData', 'Roaming'))
        : xdg
  const openCodes = ['opencode.json', 'opencode.jsonc']
  // OpenCode has its files there on every system.
  const openCodeHome = join(env.XDG_CONFIG_HOME ?? join(home, '.config'), 'opencode')
  const editions = ['Code', 'Code - Insiders'].map((edition) => join(support, edition, 'User'))
  const places: readonly Place[] = [
    ['claude-code', 'project', [CLAUDE], join(cwd, '.mcp.json')],
    ['cursor', 'project', [CLAUDE], join(cwd, '.cursor', 'mcp.json')],
    ['vscode', 'project', [...CODE_OLD, CODE], join(cwd, '.vscode', 'mcp.json')],
    ['codex', 'project', [CODEX], join(cwd, '.codex', 'config.toml')],
    ['opencode', 'project', OPEN_CODE, ...openCodes.map((name) => join(cwd, name))],
    ['gemini-cli', 'project', [CLAUDE], join(cwd, '.gemini', 'settings.json')],
    ['zed', 'project', [ZED], join(cwd, '.zed', 'settings.json')],
    ['claude-desktop', 'user', [CLAUDE], join(support, 'Claude', 'claude_desktop_config.json')],
    [
      'claude-code',
      'user',
      [['projects', cwd, 'mcpServers'], CLAUDE],
      join(env.CLAUDE_CONFIG_DIR ?? home, '.claude.json'),
    ],
    ['cursor', 'user', [CLAUDE], join(home, '.cursor', 'mcp.json')],
    ['vscode', 'user', [CODE], ...editions.map((folder) => join(folder, 'mcp.json'))],
    ['vscode', 'user', CODE_OLD, ...editions.map((folder) => join(folder, 'settings.json'))],
    ['windsurf', 'user', [CLAUDE], join(home, '.codeium', 'windsurf', 'mcp_config.json')],
    ['codex', 'user', [CODEX], join(env.CODEX_HOME ?? join(home, '.codex'), 'config.toml')],
    ['opencode', 'user', OPEN_CODE, env.OPENCODE_CONFIG],
    ['opencode', 'user', OPEN_CODE, ...openCodes.map((name) => join(openCodeHome, name))],
    ['gemini-cli', 'user', [CLAUDE], join(home, '.gemini', 'settings.json')],
    ['zed', 'user', [ZED], join(xdg, platform === 'win32' ? 'Zed' : 'zed', 'settings.json')],
  ]
  return places.flatMap(([id, scope, maps, ...files]) =>
    files.flatMap((file) => (file === undefined ? [] : { id, scope, file, maps })),
  )
}

/** The file a server of a program is written to, and the maps it may stand in; `undefined` where there is none of that scope. */
export function fileToWrite(host: CliHost, id: ClientId, scope: ClientScope): ClientFile | undefined {
  const { dirname } = pathsOf(host.platform)
  const files = clientFiles(host).filter(
    (one) => one.id === id && one.scope === scope && one.maps !== CODE_OLD,
  )
  const file =
    files.find((one) => existsSync(one.file)) ??
    files.find((one) => existsSync(dirname(one.file))) ??
    files[0]
  // Only OpenCode has a choice of where; the others read a last map, and those before it are older or of one folder.
  return file && { ...file, maps: id === 'opencode' ? file.maps : file.maps.slice(-1) }
}
