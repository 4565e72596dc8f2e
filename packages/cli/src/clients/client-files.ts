import { pathsOf, placesOf } from '../config/places.ts'
import type { CliHost } from '../host.ts'

/** Programs whose servers can be taken over. */
export type ClientName =
  | 'Claude Desktop'
  | 'Claude Code'
  | 'Cursor'
  | 'VS Code'
  | 'Windsurf'
  | 'Codex'
  | 'OpenCode'

/** A file in which a program may keep servers. */
export interface ClientFile {
  readonly client: ClientName
  readonly file: string
  /** Whether it counts everywhere, or in this folder. */
  readonly scope: 'user' | 'project'
  readonly format: 'json' | 'toml'
  /** Paths of maps of servers in it, in the order they count. */
  readonly maps: readonly (readonly string[])[]
}

/** Where each program keeps its servers on this platform; those of the folder first, since they count more. */
export function clientFiles(host: Pick<CliHost, 'cwd' | 'home' | 'platform' | 'env'>): readonly ClientFile[] {
  const { cwd, home, platform, env } = host
  const { join, dirname } = pathsOf(platform)
  // The folder of applications' settings: ours is next to theirs, except on macOS.
  const xdg = dirname(dirname(placesOf(host).userConfig))
  const support =
    platform === 'darwin'
      ? join(home, 'Library', 'Application Support')
      : platform === 'win32'
        ? (env.APPDATA ?? join(home, 'AppData', 'Roaming'))
        : xdg
  const claude = [['mcpServers']]
  const code = [['servers'], ['mcp', 'servers'], ['mcpServers']]
  const json = (
    client: ClientName,
    scope: ClientFile['scope'],
    maps: ClientFile['maps'],
    ...files: readonly string[]
  ): readonly ClientFile[] => files.map((file) => ({ client, scope, maps, file, format: 'json' }))
  const codex = (scope: ClientFile['scope'], file: string): ClientFile => ({
    client: 'Codex',
    scope,
    file,
    format: 'toml',
    maps: [['mcp_servers']],
  })
  const openCode = ['opencode.json', 'opencode.jsonc']
  return [
    ...json('Claude Code', 'project', claude, join(cwd, '.mcp.json')),
    ...json('Cursor', 'project', claude, join(cwd, '.cursor', 'mcp.json')),
    ...json('VS Code', 'project', code, join(cwd, '.vscode', 'mcp.json')),
    codex('project', join(cwd, '.codex', 'config.toml')),
    ...json('OpenCode', 'project', [['mcp']], ...openCode.map((name) => join(cwd, name))),
    ...json('Claude Desktop', 'user', claude, join(support, 'Claude', 'claude_desktop_config.json')),
    ...json('Claude Code', 'user', [['projects', cwd, 'mcpServers'], ...claude], join(home, '.claude.json')),
    ...json('Cursor', 'user', claude, join(home, '.cursor', 'mcp.json')),
    ...json(
      'VS Code',
      'user',
      code,
      ...['Code', 'Code - Insiders'].flatMap((edition) => [
        join(support, edition, 'User', 'mcp.json'),
        join(support, edition, 'User', 'settings.json'),
      ]),
    ),
    ...json('Windsurf', 'user', claude, join(home, '.codeium', 'windsurf', 'mcp_config.json')),
    codex('user', join(env.CODEX_HOME ?? join(home, '.codex'), 'config.toml')),
    ...json(
      'OpenCode',
      'user',
      [['mcp']],
      ...(env.OPENCODE_CONFIG === undefined ? [] : [env.OPENCODE_CONFIG]),
      ...openCode.map((name) => join(xdg, 'opencode', name)),
    ),
  ]
}
