import { access, constants, mkdir } from 'node:fs/promises'
import type { McpServerConfig } from '@toolscout/mcp'
import { ToolscoutError } from '@toolscout/model'
import { messageOf } from '@toolscout/model/internal'
import type { ServerListing } from '../catalog/cache-folder.ts'
import { listServers } from '../catalog/list-servers.ts'
import { type LayeredConfig, loadLayers, usableServers } from '../config/layers.ts'
import { placesOf } from '../config/places.ts'
import { EXIT_CODES, type ExitCode, exitCodeOf, exitCodeOfCode } from '../errors.ts'
import type { CommandContext, ConfigOptions } from '../program/options.ts'
import { VERSION } from '../program/options.ts'
import { shown, toColumns } from '../terminal/columns.ts'
import type { Check } from './check-pins.ts'
import { checkPins } from './check-pins.ts'
import { serverNotFound } from './shared.ts'

/** Options of `doctor`. */
export interface DoctorOptions extends ConfigOptions {
  readonly server?: readonly string[]
  readonly offline?: boolean
}

/** Looks at everything the command needs, says what is wrong and what to do. Ends with the code of the first failure. */
export async function doctor(options: DoctorOptions, context: CommandContext): Promise<ExitCode> {
  const checks = [...(await checkMachine(context)), ...(await checkConfig(options, context))]
  const { palette } = context.output
  const paint = { ok: palette.green, warning: palette.yellow, failed: palette.red }
  const exitCode = checks.find(({ state }) => state === 'failed')?.exitCode ?? EXIT_CODES.ok
  context.output.give({ version: VERSION, checks, exitCode }, () =>
    toColumns(
      checks.flatMap(({ about, state, message, advice }) => [
        [paint[state](state), palette.bold(shown(about)), shown(message, 400)],
        ...(advice === undefined ? [] : [['', '', palette.cyan(`→ ${shown(advice, 400)}`)]]),
      ]),
    ).join('\n'),
  )
  return exitCode
}

async function checkMachine({ host }: CommandContext): Promise<readonly Check[]> {
  const { cache, state } = placesOf(host)
  return [
    { about: 'versions', state: 'ok', message: `toolscout ${VERSION}, Node.js ${process.versions.node}` },
    await checkFolder('cache', cache),
    // On Windows both are one.
    ...(state === cache ? [] : [await checkFolder('state', state)]),
  ]
}

async function checkFolder(about: 'cache' | 'state', folder: string): Promise<Check> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
    return { about, state: 'ok', message: folder }
  } catch (error) {
    return {
      about,
      state: 'failed',
      message: messageOf(error),
      advice: `Make ${folder} a folder you may write to, or set XDG_${about.toUpperCase()}_HOME.`,
      exitCode: EXIT_CODES.failure,
    }
  }
}

async function checkConfig(options: DoctorOptions, context: CommandContext): Promise<readonly Check[]> {
  const { host } = context
  let config: LayeredConfig
  try {
    config = await loadLayers(host, options)
  } catch (error) {
    if (!(error instanceof ToolscoutError)) throw error
    const advice = 'Mend the file; nothing can be used until it can be read.'
    return [
      {
        about: 'configuration',
        state: 'failed',
        message: error.message,
        advice,
        exitCode: exitCodeOf(error),
      },
    ]
  }
  const { layers, servers, warnings, looked } = config
  if (servers.length === 0)
    return [
      {
        about: 'configuration',
        state: 'failed',
        message: `No servers. Looked in ${looked.join(', ') || 'no file'}.`,
        advice: 'toolscout init, or toolscout add NAME -- COMMAND',
        exitCode: EXIT_CODES.config,
      },
    ]
  const files: readonly Check[] = layers.map(({ kind, file }) => ({
    about: `configuration, ${kind}`,
    state: 'ok',
    message: file,
  }))
  const warned: readonly Check[] = warnings.map(({ message }) => ({
    about: 'configuration',
    state: 'warning',
    message,
  }))
  return [...files, ...warned, ...(await checkServers(config, options, context))]
}

async function checkServers(
  config: LayeredConfig,
  { server: names, offline }: DoctorOptions,
  { host, output }: CommandContext,
): Promise<readonly Check[]> {
  const known = config.servers.map(({ name }) => name)
  const unknown = names?.find((name) => !known.includes(name))
  if (unknown !== undefined) throw await serverNotFound(unknown, known)
  const servers = config.servers.filter(({ name }) => names?.includes(name) ?? true)
  const usable = usableServers({ servers })
  const progress = output.progress('asking servers')
  try {
    const listings =
      offline === true
        ? []
        : await listServers(usable, {
            signal: host.signal,
            now: host.now,
            onDone: (done, total, name) => progress.update(done, total, name),
          })
    const held = await checkPins(listings, config, { host })
    const byName = new Map(listings.map((listing) => [listing.server, listing]))
    const checks = servers.map(({ name, file, state }): Check => {
      const about = `server ${name}`
      if (state.is === 'disabled') return { about, state: 'warning', message: `Switched off in ${file}.` }
      if (state.is === 'broken') {
        const { message, code } = state.error
        return { about, state: 'failed', message, advice: adviceFor(code, file), exitCode: EXIT_CODES.config }
      }
      return checkListing(about, byName.get(name), state.config)
    })
    return [...checks, ...held]
  } finally {
    progress.end()
  }
}

function checkListing(about: string, listing: ServerListing | undefined, config: McpServerConfig): Check {
  if (listing === undefined) return { about, state: 'ok', message: 'Was not asked.' }
  const { failure, definitions, incomplete } = listing
  if (failure !== undefined) {
    const advice = adviceFor(failure.code, config.origin?.source ?? 'the configuration')
    return {
      about,
      state: 'failed',
      message: failure.message,
      advice,
      exitCode: exitCodeOfCode(failure.code),
    }
  }
  const tools = `${definitions.length} tool${definitions.length === 1 ? '' : 's'}`
  if (incomplete !== undefined)
    return { about, state: 'warning', message: `${tools}, and not all of them: ${incomplete}` }
  if (definitions.length === 0)
    return { about, state: 'warning', message: 'No tools.', advice: 'Look at "tools" of its configuration.' }
  return { about, state: 'ok', message: tools }
}

const ADVICE: Readonly<Record<string, string>> = {
  MCP_VARIABLE_MISSING: 'Set the variable where this command runs.',
  MCP_AUTH_REQUIRED: `Get a token from the service and name it in "headers", such as "Authorization": "Bearer $${'{TOKEN}'}".`,
  MCP_TIMEOUT: 'Start it by hand to see what it waits for, or give it more time with "timeoutMs".',
  MCP_CONNECT_FAILED:
    'Start it by hand to see what it says; is the command installed, and the address right?',
}

function adviceFor(code: string, file: string): string {
  return ADVICE[code] ?? `Look at it in ${file}.`
}
