import { resolve } from 'node:path'
import { parseMcpServers } from '@toolscout/mcp/internal'
import type { JsonObject } from '@toolscout/model'
import { hideSecrets } from '../clients/hide-secrets.ts'
import { editConfig, targetFile } from '../config/edit-config.ts'
import { findFiles } from '../config/layers.ts'
import { usageError } from '../errors.ts'
import type { CliHost } from '../host.ts'
import type { CommandContext, CommonOptions, ConfigOptions } from '../program/options.ts'
import { RegistryFolder } from '../registry/registry-folder.ts'
import { type RegisteredServer, shortName } from '../registry/registry-server.ts'
import { shown } from '../terminal/columns.ts'
import { requireServers } from './shared.ts'

/** Options of `add`. */
export interface AddOptions extends CommonOptions {
  readonly url?: string
  readonly skills?: string
  readonly type?: string
  readonly header?: readonly string[]
  readonly env?: readonly string[]
  readonly cwd?: string
  readonly replicaOf?: string
  readonly project?: boolean
  readonly force?: boolean
  readonly literal?: boolean
}

/** Puts a server into a configuration file; what may be a secret becomes a reference unless it shall be literal. */
export async function add(
  options: AddOptions,
  { host, output }: CommandContext,
  [wanted = '', ...command]: readonly string[],
): Promise<undefined> {
  const isNamed = command.length === 0 && (options.url ?? options.skills) === undefined
  const listed = isNamed ? await findListed(wanted, options, host) : undefined
  const name = listed === undefined ? wanted : shortName(listed.name)
  const { replicaOf } = options
  const reached = listed?.entry ?? toGiven(command, options, host.cwd)
  const given = replicaOf === undefined ? reached : { ...reached, replicaOf }
  const { entry, secrets } =
    options.literal === true ? { entry: given, secrets: [] } : hideSecrets(name, given)
  await checkEntry(name, entry, host.env)
  const editor = await editConfig(targetFile(host, options.project === true))
  if (editor.names().includes(name) && options.force !== true)
    throw usageError(`${editor.file} has a server ${name} already; --force replaces it.`)
  editor.put(name, entry)
  await editor.save()
  const variables = [...new Set(secrets.map(({ variable }) => variable))]
  const needs = listed?.needs ?? []
  output.give({ added: name, file: editor.file, variables, entry: listed && entry, needs }, () =>
    [`Added ${name} to ${editor.file}.`, ...(listed === undefined ? [] : [told(entry, needs)])].join('\n'),
  )
  for (const { variable, where } of secrets)
    output.warn(
      `the value of ${where} may be a secret and was not written: set the variable ${variable}. --literal writes it as it is.`,
    )
}

/**
 * The server that a registry lists under this name; `undefined` where none does. Rejects with `CLI_USAGE` where several do,
 * where options would change what is listed, or where that does not say how to start it.
 */
async function findListed(
  name: string,
  options: AddOptions,
  host: CliHost,
): Promise<RegisteredServer | undefined> {
  const [found, ...others] = await new RegistryFolder(host).find(name)
  if (found === undefined) return undefined
  if (others.length > 0)
    throw usageError(
      `Registries list ${others.length + 1} of this name, such as ${found.name}; give the whole name.`,
    )
  if (options.env ?? options.header ?? options.cwd ?? options.type)
    throw usageError(
      '--env, --header, --cwd and --type are for a server you describe yourself, not for one of a registry.',
    )
  if (found.entry === undefined)
    throw usageError(
      `What is listed of ${found.name} does not tell how to start it; see its own page, and give a command behind -- or a --url.`,
    )
  return found
}

/** What was written for a server that somebody else describes, and what it still lacks. */
function told({ url, command, args }: JsonObject, needs: readonly string[]): string {
  const line = [command, ...(Array.isArray(args) ? args : [])].map(String).join(' ')
  const lacks = needs.length === 0 ? '' : ` It needs ${needs.join(' and ')}.`
  return shown(
    `${url === undefined ? `It starts: ${line}` : `It is at ${String(url)}`}.${lacks} It comes from a registry and was not checked.`,
    1_000,
  )
}

function toGiven(
  command: readonly string[],
  { url, skills, type, header, env, cwd }: AddOptions,
  folder: string,
): JsonObject {
  if (skills !== undefined) {
    if (command.length > 0 || (url ?? type ?? header ?? env ?? cwd) !== undefined)
      throw usageError('--skills is a folder of skills, which has neither a command nor a --url.')
    return { skills: resolve(folder, skills) }
  }
  if ((command.length === 0) === (url === undefined))
    throw usageError(
      `A server is a command after -- or a --url: toolscout add NAME -- npx -y PACKAGE.${url === undefined ? ' No registry lists this name.' : ''}`,
    )
  if (url !== undefined && (env !== undefined || cwd !== undefined))
    throw usageError('--env and --cwd are for a command, not for a --url.')
  if (url === undefined && header !== undefined)
    throw usageError('--header is for a --url, not for a command.')
  const [program = '', ...args] = command
  return {
    ...(type && { type }),
    ...(url === undefined ? { command: program, args } : { url }),
    ...(env && { env: toMap(env, '=', '--env') }),
    ...(header && { headers: toMap(header, ':', '--header') }),
    ...(cwd && { cwd }),
  }
}

function toMap(pairs: readonly string[], mark: string, option: string): JsonObject {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf(mark)
      if (at < 1) throw usageError(`${option} wants NAME${mark}VALUE.`)
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    }),
  )
}

/** A server that could never work is not written; a variable that is not set may be later. */
async function checkEntry(name: string, entry: JsonObject, env: NodeJS.ProcessEnv): Promise<void> {
  const { failures } = await parseMcpServers({ mcpServers: { [name]: entry } }, { source: 'add', env })
  const [failure] = failures
  if (failure !== undefined && failure.error.code !== 'MCP_VARIABLE_MISSING') throw failure.error
}

/** Takes a server out of the file it counts from. Rejects with `SERVER_NOT_FOUND`. */
export async function remove(
  options: ConfigOptions,
  { host, output }: CommandContext,
  [name = '']: readonly string[],
): Promise<undefined> {
  const known: { name: string }[] = []
  // The last layer is the one that counts.
  for (const { file } of findFiles(host, options).toReversed()) {
    const editor = await editConfig(file)
    for (const other of editor.names()) known.push({ name: other })
    if (!editor.remove(name)) continue
    await editor.save()
    output.give({ removed: name, file }, () => `Removed ${name} from ${file}.`)
    return
  }
  await requireServers([name], known)
}
