import { visibleName } from '@toolscout/model/internal'

/** How messages travel: a child process, Streamable HTTP, the older HTTP with server-sent events; `skills` is a folder. */
export type McpTransportName = 'stdio' | 'http' | 'sse' | 'skills'

/** Where a server's configuration was read. */
export interface McpServerOrigin {
  /** The file, or what the caller named the text. */
  readonly source: string
  /** The map that has the server: `mcpServers`, `servers` or `mcp`. */
  readonly section: string
  /** The server's key in that map. */
  readonly key: string
  /** Line of the entry, from 1; absent when the configuration did not come from text. */
  readonly line?: number
}

interface McpServerBase {
  /** The user's name for the server, any text; it becomes the namespace of its tools. */
  readonly name: string
  /**
   * Deadline in milliseconds of connecting, of a listing and of each call, in place of the defaults and of the
   * options of the connection; a call's own `timeoutMs` goes before it. 1 to 2,147,483,647.
   */
  readonly timeoutMs?: number
  /** Which of the server's tools exist for us. Default: all. */
  readonly tools?: ToolPatterns
  /** Tools that are always shown next to the meta-tools; names in which `*` stands for anything. Default none. */
  readonly alwaysVisible?: readonly string[]
  /** Whether its hints about its tools (`readOnlyHint` and the like) are to be believed. Default false. */
  readonly trusted?: boolean
  /** Labels of all its tools. Default none. */
  readonly tags?: readonly string[]
  /**
   * The name of the server it stands in for: it has the same tools, and a call that the other surely did not run goes to
   * this one. Default: it stands for itself.
   */
  readonly replicaOf?: string
  /**
   * Values that variables put into this configuration. They are kept out of every message, as values of `env`
   * and `headers` are without being named here.
   */
  readonly secrets?: readonly string[]
  readonly origin?: McpServerOrigin
}

/** A server that runs as a child process and speaks on its stdin and stdout. */
export interface StdioServerConfig extends McpServerBase {
  readonly transport: 'stdio'
  /** Path or name of an executable. Never given to a shell. */
  readonly command: string
  /** Arguments, byte for byte as the process gets them. Default none. */
  readonly args?: readonly string[]
  /** Variables beside the few that are inherited, see {@link inheritedEnvironment}. Default none. */
  readonly env?: Readonly<Record<string, string>>
  /** Working directory. Default: that of this process. */
  readonly cwd?: string
}

interface RemoteServerConfig extends McpServerBase {
  /** An absolute `http:` or `https:` URL. */
  readonly url: string
  /** Sent with every request, such as `Authorization`. Default none. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A server that speaks Streamable HTTP. */
export interface HttpServerConfig extends RemoteServerConfig {
  readonly transport: 'http'
}

/** A server that speaks the HTTP+SSE transport of MCP 2024-11-05. */
export interface SseServerConfig extends RemoteServerConfig {
  readonly transport: 'sse'
}

/** A server at a URL without a named transport: Streamable HTTP is tried first, then SSE. */
export interface AutoServerConfig extends RemoteServerConfig {
  readonly transport: 'auto'
}

/** A folder of skills (agentskills.io), read by this process as if it were a server that has nothing else. */
export interface SkillsConfig extends McpServerBase {
  readonly transport: 'skills'
  /** Path of the folder; `~/` is the user's home. Skills are folders with a `SKILL.md`, at most 8 levels below it. */
  readonly folder: string
}

/**
 * How to reach one MCP server. Written by hand or read by {@link parseMcpConfig}. Holds secrets; what may be shown
 * of it is what {@link describeMcpServer} gives.
 */
export type McpServerConfig =
  | StdioServerConfig
  | HttpServerConfig
  | SseServerConfig
  | AutoServerConfig
  | SkillsConfig

/** Which tools of a server exist for us. A pattern is a name in which `*` stands for any run of characters. */
export interface ToolPatterns {
  /** Only tools that match one of these. Absent: all; an empty list: none. */
  readonly allow?: readonly string[]
  /** Never tools that match one of these, whatever `allow` says. */
  readonly deny?: readonly string[]
}

/**
 * Prepares patterns for use on many names. Absent patterns let everything through. A name is matched as it is and as
 * it is shown, so that a hidden character takes no tool out of a pattern.
 */
export function compileToolPatterns(patterns: ToolPatterns | undefined): (name: string) => boolean {
  const { allow, deny } = patterns ?? {}
  return (name) => {
    const names = [name, visibleName(name)]
    const isNamed = (pattern: string): boolean => names.some((known) => matchesPattern(pattern, known))
    return (allow === undefined || allow.some(isNamed)) && !(deny?.some(isNamed) ?? false)
  }
}

/** Whether a name matches a pattern whole. Greedy from the left, so time is at most pattern length × name length. */
export function matchesPattern(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return name === first
  if (name.length < first.length + last.length) return false
  if (!name.startsWith(first) || !name.endsWith(last)) return false
  let from = first.length
  for (const part of rest) {
    const found = name.indexOf(part, from)
    if (found === -1) return false
    from = found + part.length
  }
  return from <= name.length - last.length
}

/** How long an installation that nothing waits for any more may go on, in milliseconds. */
export const MAX_INSTALL_MS = 300_000

/** Commands that may install a server before they run it. */
const LAUNCHERS: ReadonlySet<string> = new Set(['npx', 'uvx', 'bunx', 'docker'])

/** The launcher that a server is started with, such as `npx`; `undefined` for any other server. */
export function launcherOf(config: McpServerConfig): string | undefined {
  if (config.transport !== 'stdio') return undefined
  const [last = ''] = config.command.split(/[/\\]/).slice(-1)
  const name = last.toLowerCase().replace(/\.(cmd|exe|bat|ps1)$/, '')
  // `cmd /c npx …` is how scripts are started on Windows.
  if (name === 'cmd' && config.args?.[0]?.toLowerCase() === '/c') {
    return launcherOf({ ...config, command: config.args[1] ?? '', args: [] })
  }
  return LAUNCHERS.has(name) ? name : undefined
}

/** Grace between the steps that end a server: enough to flush a file, short enough to wait for. */
export const DEFAULT_CLOSE_GRACE_MS = 2_000
