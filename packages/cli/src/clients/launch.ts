import { existsSync } from 'node:fs'
import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { pathsOf } from '../config/places.ts'
import type { CliHost } from '../host.ts'
import type { ClientFile, ClientId } from './client-files.ts'
import { toEntry } from './to-entry.ts'

/** What a program runs to start this command. */
export interface Launch {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

type LaunchHost = Pick<CliHost, 'env' | 'platform' | 'program'>

/** Scripts that lie where a package runner put them for one run. */
const PASSING_PLACE = /[\\/](?:_npx|dlx(?:-[^\\/]*)?|bunx-[^\\/]*)[\\/]/
/** What package runners add to the path for one run. */
const PASSING_PATH = /node_modules[\\/]\.bin|node-gyp-bin/

/**
 * How `toolscout serve` is started as this command was. By `npx` where that started this one, or where others use the
 * file too and the command lies at a place of this machine. Claude Desktop starts its servers without the path of a
 * shell, so there it is an absolute path, and the servers behind us get the path of this terminal.
 */
export function launchOf(host: LaunchHost, { id, scope }: Pick<ClientFile, 'id' | 'scope'>): Launch {
  const { platform, program } = host
  const serve = ['serve', '--client', id]
  const hasRunner = isPassing(host)
  const installed = hasRunner ? undefined : findProgram('toolscout', host)
  const isBare = id === 'claude-desktop'
  const path = isBare ? { env: { PATH: lastingPath(host).join(pathsOf(platform).delimiter) } } : {}
  if (installed !== undefined) return { command: isBare ? installed : 'toolscout', args: serve, ...path }
  if (program !== undefined && !hasRunner && scope === 'user')
    return { command: program.node, args: [program.script, ...serve], ...path }
  const args = ['-y', '@toolscout/cli', ...serve]
  // Windows starts no script without its shell.
  if (platform === 'win32') return { command: 'cmd', args: ['/c', 'npx', ...args], ...path }
  return { command: (isBare ? findProgram('npx', host) : undefined) ?? 'npx', args, ...path }
}

function isPassing({ env, program }: LaunchHost): boolean {
  return env.npm_command === 'exec' || PASSING_PLACE.test(program?.script ?? '')
}

/** How people start this command again. */
export function commandOf(host: LaunchHost): string {
  return isPassing(host) ? 'npx @toolscout/cli' : 'toolscout'
}

/** A program of this name on the path, but for what a package runner put there. */
export function findProgram(name: string, host: Pick<CliHost, 'env' | 'platform'>): string | undefined {
  const { join } = pathsOf(host.platform)
  const endings = host.platform === 'win32' ? ['.cmd', '.exe', '.bat'] : ['']
  const files = lastingPath(host).flatMap((folder) => endings.map((ending) => join(folder, name + ending)))
  return files.find((file) => existsSync(file))
}

function lastingPath({ env, platform }: Pick<CliHost, 'env' | 'platform'>): readonly string[] {
  const folders = (env.PATH ?? env.Path ?? '').split(pathsOf(platform).delimiter)
  return [...new Set(folders)].filter((folder) => folder !== '' && !PASSING_PATH.test(folder))
}

/** The launch as the program writes servers. */
export function toClientEntry(id: ClientId, { command, args, env }: Launch): JsonObject {
  if (id === 'opencode')
    return { type: 'local', command: [command, ...args], ...(env && { environment: env }) }
  const entry = { command, args, ...(env && { env }) }
  if (id === 'vscode' || id === 'claude-code') return { type: 'stdio', ...entry }
  // Ten seconds by default, which a cold npx does not always keep.
  return id === 'codex' ? { ...entry, startup_timeout_sec: 60 } : entry
}

/** Whether an entry of any program starts this command as a server. */
export function startsToolscout(value: unknown, script?: string): boolean {
  const words = wordsOf(value)
  return (
    words.includes('serve') &&
    words.some(
      (word) =>
        word === script ||
        /(?:^|[\\/])toolscout(?:\.cmd|\.exe)?$/.test(word) ||
        /@toolscout[\\/]cli(?:@|[\\/]|$)/.test(word),
    )
  )
}

/** An entry of ours as it should be now; options behind `serve` and members somebody added stay. */
export function renewEntry(id: ClientId, before: JsonObject, launch: Launch): JsonObject {
  const words = wordsOf(before)
  const options = words.slice(words.indexOf('serve') + 1)
  const at = options.indexOf('--client')
  const given = at === -1 ? options : options.toSpliced(at, 2)
  const own = toClientEntry(id, { ...launch, args: [...launch.args, ...given] })
  // What it had in older forms of the same program.
  const { command: _command, args: _args, ...kept } = before
  const { env, environment, ...rest } = own
  const variables = env ?? environment
  const key = id === 'opencode' ? 'environment' : 'env'
  const had = toEntry(before)?.[key] ?? {}
  return {
    ...rest,
    ...kept,
    ...((variables !== undefined || Object.keys(had).length > 0) && {
      [key]: { ...(isJsonObject(had) && had), ...(isJsonObject(variables) && variables) },
    }),
  }
}

function wordsOf(value: unknown): readonly string[] {
  const { command, args } = toEntry(value) ?? {}
  return [command, args].flat().filter((word: JsonValue | undefined) => typeof word === 'string')
}
