import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { quote } from '@toolscout/model/internal'
import {
  DEFAULT_CLOSE_GRACE_MS,
  launcherOf,
  MAX_INSTALL_MS,
  type StdioServerConfig,
} from '../config/server-config.ts'
import { McpTransportError } from '../errors.ts'
import { finishInBackground } from './launcher.ts'
import {
  endGroup,
  type GroupWatch,
  HAS_PROCESS_GROUPS,
  readGroupTime,
  waitForGroup,
  watchGroup,
} from './process-group.ts'
import { createTextLines, createTextTail } from './text-tail.ts'

/** How much of stderr is kept: a stack trace or two. */
const STDERR_TAIL_BYTES = 8_192
/** How long the last output may take after the exit, in case a process that got away keeps the pipe open. */
const DRAIN_MS = 200

/** How long a process is watched to see whether it works: it may wait for a network meanwhile. */
const WORK_WINDOW_MS = 10_000

/** How a process ended. */
export interface ProcessExit {
  readonly exitCode?: number
  readonly signal?: string
}

/**
 * Starts a server: arguments as they are, no shell, a short environment, a process group of its own where there
 * are such.
 *
 * @throws McpTransportError `MCP_TRANSPORT_FAILED` with reason `spawn`.
 */
export async function startServerProcess(config: StdioServerConfig): Promise<ServerProcess> {
  const child = spawnServer(config)
  // At once: until the watchdog knows of it, our own death would leave it behind.
  const isLauncher = launcherOf(config) !== undefined
  const watch = child.pid === undefined ? undefined : watchGroup(child.pid, isLauncher ? MAX_INSTALL_MS : 0)
  try {
    await once(child, 'spawn')
  } catch (error) {
    throw spawnFailure(config, error)
  }
  return new ServerProcess(child, { watch, isLauncher })
}

/** A server that runs as the leader of its own process group. */
export class ServerProcess {
  readonly stdin: Writable
  readonly stdout: Readable
  /** Resolves when the process has exited and its output was read. */
  readonly exited: Promise<ProcessExit>
  readonly #child: ChildProcessWithoutNullStreams
  readonly #pid: number
  readonly #watch: GroupWatch | undefined
  readonly #errorTail = createTextTail(STDERR_TAIL_BYTES)
  /** Resolves when nothing of the group is left after the exit. */
  readonly #gone: Promise<void>
  #isInstalling: boolean
  /** Bytes on stderr so far. */
  #written = 0
  #graceMs = DEFAULT_CLOSE_GRACE_MS
  #ending: Promise<void> | undefined

  constructor(
    child: ChildProcessWithoutNullStreams,
    { watch, isLauncher }: { readonly watch: GroupWatch | undefined; readonly isLauncher: boolean },
  ) {
    this.stdin = child.stdin
    this.stdout = child.stdout
    this.#child = child
    this.#pid = child.pid as number
    this.#watch = watch
    this.#isInstalling = isLauncher
    // Signals that cannot be sent and broken pipes show in the exit, or in the callback of a write.
    for (const source of [child, child.stdin, child.stdout, child.stderr]) source.on('error', () => {})
    child.stderr.on('data', (chunk: Buffer) => {
      this.#written += chunk.length
      this.#errorTail.push(chunk)
    })
    const exit = new Promise<ProcessExit>((resolve) => {
      child.once('exit', (code, signal) => resolve(signal === null ? { exitCode: code ?? 0 } : { signal }))
    })
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
    this.exited = exit.then(async (how) => {
      await Promise.race([closed, delay(DRAIN_MS, undefined, { ref: false })])
      return how
    })
    // What a server leaves behind when it exits, such as a browser, ends with it.
    this.#gone = exit.then(async () => {
      if (await endGroup(this.#pid, this.#grace)) this.#watch?.stop()
    })
  }

  /**
   * Whether the server, or what installs it, does something: within a window of time it writes to stderr or uses the
   * processor, which Linux alone tells.
   */
  async isWorking(windowMs: number = WORK_WINDOW_MS): Promise<boolean> {
    const before = this.#written
    const used = await readGroupTime(this.#pid)
    await delay(windowMs, undefined, { ref: false })
    return this.#written !== before || (await readGroupTime(this.#pid)) !== used
  }

  /** Gives every line of stderr to come, raw. */
  readStderr(onLine: (line: string) => void): void {
    const { push, end } = createTextLines(onLine)
    this.#child.stderr.on('data', push).once('end', end)
  }

  /** The last output on stderr, raw. */
  stderr(): string {
    return this.#errorTail.text()
  }

  /** Says that the server speaks: a launcher has installed it, so it may be killed from now on. */
  settle(): void {
    if (!this.#isInstalling || this.#ending !== undefined) return
    this.#isInstalling = false
    this.#watch?.shorten()
  }

  /**
   * Ends the process and everything it started: end of stdin, SIGTERM, SIGKILL, each `graceMs` after the last. A
   * repeated call may shorten the grace. Resolves when nothing is left. A launcher that has not settled is not killed: it
   * finishes its installation in the background, for {@link MAX_INSTALL_MS} at most.
   */
  end(graceMs: number): Promise<void> {
    this.#graceMs = this.#ending === undefined ? graceMs : Math.min(this.#graceMs, graceMs)
    this.#ending ??= this.#climb()
    return this.#ending
  }

  readonly #grace = (): number => this.#graceMs

  async #climb(): Promise<void> {
    const { stdin, stdout, stderr } = this.#child
    stdin.end()
    const isGone = await waitForGroup(this.#pid, this.#grace)
    if (this.#isInstalling) {
      if (isGone) return
      this.#watch?.stop()
      this.#child.unref()
      finishInBackground({ pid: HAS_PROCESS_GROUPS ? -this.#pid : this.#pid, stdout, stderr })
      return
    }
    if (!isGone) await endGroup(this.#pid, this.#grace)
    await Promise.race([this.#gone, delay(DRAIN_MS, undefined, { ref: false })])
    stdout.destroy()
    stderr.destroy()
  }
}

function spawnServer(config: StdioServerConfig): ChildProcessWithoutNullStreams {
  try {
    return spawn(config.command, [...(config.args ?? [])], {
      cwd: config.cwd,
      env: { ...inheritedEnvironment(), ...config.env },
      stdio: ['pipe', 'pipe', 'pipe'],
      shell: false,
      detached: HAS_PROCESS_GROUPS,
      windowsHide: true,
    })
  } catch (error) {
    throw spawnFailure(config, error)
  }
}

/** The system's own error repeats all arguments, so it is not passed on as a cause. */
function spawnFailure(config: StdioServerConfig, error: unknown): McpTransportError {
  const code: unknown = Reflect.get(error as object, 'code')
  const systemCode = typeof code === 'string' ? code : 'UNKNOWN'
  const message = `${spawnProblem(config, systemCode)} (${systemCode})`
  return new McpTransportError(message, { reason: 'spawn', outcome: 'notRun', systemCode })
}

function spawnProblem(config: StdioServerConfig, systemCode: string): string {
  const command = quote(config.command)
  if (config.cwd !== undefined && !existsSync(config.cwd)) {
    return `the working directory ${quote(config.cwd)} does not exist`
  }
  if (systemCode !== 'ENOENT') return `the command ${command} cannot be started`
  if (/\s/.test(config.command)) return `the command ${command} was not found; arguments belong into "args"`
  const windows = process.platform === 'win32' ? ' Scripts such as npx need "cmd" with "/c" before them.' : ''
  return `the command ${command} was not found; is it installed and on PATH?${windows}`
}

/** What a process needs to find programs, its home and its terminal; the lists the MCP SDKs also use. */
const POSIX_NAMES = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'] as const
// biome-ignore format: one list
const WINDOWS_NAMES = [
  'APPDATA', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATH', 'PROCESSOR_ARCHITECTURE', 'PROGRAMFILES',
  'SYSTEMDRIVE', 'SYSTEMROOT', 'TEMP', 'USERNAME', 'USERPROFILE',
] as const

/**
 * The few variables of this process that a server gets without being given them. Everything else, tokens of the
 * user above all, stays here; what a server needs is in its configuration.
 */
export function inheritedEnvironment(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const inherited: Record<string, string> = {}
  for (const name of platform === 'win32' ? WINDOWS_NAMES : POSIX_NAMES) {
    const value = environment[name]
    // Old shells export functions as values that begin like this; a child shell would run them.
    if (value !== undefined && !value.startsWith('()')) inherited[name] = value
  }
  return inherited
}
