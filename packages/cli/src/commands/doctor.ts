import { access, constants, mkdir } from 'node:fs/promises'
import { hiddenWords } from '@toolscout/gateway/internal'
import { isWaiting, sayFinding, summarizeTwins } from '@toolscout/guard/internal'
import { ToolscoutError } from '@toolscout/model'
import { isJsonObject, messageOf } from '@toolscout/model/internal'
import { CacheFolder, serversKey } from '../catalog/cache-folder.ts'
import { compareListings, overlapLines, withImitations } from '../catalog/compare-listings.ts'
import type { ServerListing } from '../catalog/kept-store.ts'
import { listServers } from '../catalog/list-servers.ts'
import { type SuspectTools, scanListings } from '../catalog/scan-listings.ts'
import { type LayeredConfig, type LayeredServer, loadLayers, usableServers } from '../config/layers.ts'
import { placesOf } from '../config/places.ts'
import { EXIT_CODES, type ExitCode, exitCodeOf, exitCodeOfCode } from '../errors.ts'
import { judgeListings } from '../pins/judge-tools.ts'
import { approvedIn, readPins } from '../pins/pin-store.ts'
import { type CommandContext, type ConfigOptions, VERSION } from '../program/options.ts'
import { timeoutOf, withTimeout } from '../program/timeout.ts'
import { DAMAGED_ADVICE, RegistryFolder } from '../registry/registry-folder.ts'
import { listed, numberOf, numberOfKinds, shown, toColumns } from '../terminal/columns.ts'
import { requireServers } from './shared.ts'

/** Options of `doctor`. */
export interface DoctorOptions extends ConfigOptions {
  readonly server?: readonly string[]
  readonly offline?: boolean
}

/** One thing that was looked at. */
interface Check {
  readonly about: string
  readonly state: 'ok' | 'warning' | 'failed'
  readonly message: string
  /** What to do; absent when all is well. */
  readonly advice?: string
  /** The exit code of a command that meets this. */
  readonly exitCode?: ExitCode
}

const ok = (about: string, message: string): Check => ({ about, state: 'ok', message })
const warning = (about: string, message: string): Check => ({ about, state: 'warning', message })
const failed = (
  about: string,
  message: string,
  { advice, exitCode }: { readonly advice: string; readonly exitCode: ExitCode },
): Check => ({ about, state: 'failed', message, advice, exitCode })

/** Looks at everything the command needs, says what is wrong and what to do. Ends with the code of the first failure. */
export async function doctor(options: DoctorOptions, context: CommandContext): Promise<ExitCode> {
  const { cache, state: kept } = placesOf(context.host)
  const checks = [
    ok('versions', `toolscout ${VERSION}, Node.js ${process.versions.node}`),
    await checkFolder('cache', cache),
    // On Windows both are one.
    ...(kept === cache ? [] : [await checkFolder('state', kept)]),
    ...(await checkRegistries(context)),
    ...(await checkConfig(options, context)),
  ]
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

async function checkFolder(about: 'cache' | 'state', folder: string): Promise<Check> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
    return ok(about, folder)
  } catch (error) {
    const advice = `Make ${folder} a folder you may write to, or set XDG_${about.toUpperCase()}_HOME.`
    return failed(about, messageOf(error), { advice, exitCode: EXIT_CODES.failure })
  }
}

/** Files of registries that cannot be read; nothing where all can. */
async function checkRegistries({ host }: CommandContext): Promise<readonly Check[]> {
  const damaged: string[] = []
  await new RegistryFolder(host).list((file) => damaged.push(file))
  return damaged.map((file) => ({
    ...warning('registries', `${file} is damaged and not searched.`),
    advice: DAMAGED_ADVICE,
  }))
}

async function checkConfig(options: DoctorOptions, context: CommandContext): Promise<readonly Check[]> {
  const about = 'configuration'
  let config: LayeredConfig
  try {
    config = await loadLayers(context.host, options)
  } catch (error) {
    if (!(error instanceof ToolscoutError)) throw error
    const advice = 'Fix the file; nothing works until it can be read.'
    return [failed(about, error.message, { advice, exitCode: exitCodeOf(error) })]
  }
  const { layers, servers, warnings, looked } = config
  if (servers.length === 0) {
    const advice = 'toolscout init, or toolscout add NAME -- COMMAND'
    const message = `No servers. Looked in ${looked.join(', ') || 'no file'}.`
    return [failed(about, message, { advice, exitCode: EXIT_CODES.config })]
  }
  return [
    ...layers.map(({ kind, file }) => ok(`${about}, ${kind}`, file)),
    ...warnings.map(({ message }) => warning(about, message)),
    ...(await checkServers(config, options, context)),
  ]
}

async function checkServers(
  config: LayeredConfig,
  options: DoctorOptions,
  context: CommandContext,
): Promise<readonly Check[]> {
  const { server: names, offline = false } = options
  const timeoutMs = timeoutOf(options, context.host.env)
  await requireServers(names, config.servers)
  const servers = config.servers.filter(({ name }) => names?.includes(name) ?? true)
  const listings = offline
    ? []
    : await listServers(withTimeout(usableServers({ servers }), timeoutMs), context)
  const checks = servers.map((server) => checkServer(server, listings))
  // For information, because honest servers have something in common, too.
  const twins = compareListings(listings)
  return [
    ...checks,
    ...listings.flatMap((one) => checkReplica(one, listings)),
    ...listings.flatMap(checkInstructions),
    ...checkTexts(withImitations(scanListings(listings), twins, await approvedNow(context, config))),
    ...overlapLines(summarizeTwins(twins)).map((line) => ok('overlap', line)),
    ...(await checkPins(listings, config, context)),
  ]
}

/** Tools that one line names. */
const MAX_NAMED = 3

/** Definitions whose texts look like orders to a model, a line for each level; nothing where none does. */
function checkTexts(all: SuspectTools): readonly Check[] {
  const suspects = [...all.values()]
  return (['poisoned', 'suspicious'] as const).flatMap((level) => {
    const own = suspects.filter((one) => one.level === level)
    if (own.length === 0) return []
    const named = own.slice(0, MAX_NAMED).map(({ id, findings: [heaviest] }) => {
      return heaviest === undefined ? id : `${id} ${sayFinding(heaviest)}`
    })
    const more = own.length > MAX_NAMED ? ` and ${own.length - MAX_NAMED} more` : ''
    const count = numberOf(own.length, 'definition is', 'definitions are')
    const message = `${count} ${level}: ${named.join('; ')}${more}.`
    const advice =
      level === 'poisoned'
        ? 'Read it with toolscout pins; models are shown its name without its texts until toolscout approve, and "scan": "hide" in the configuration hides it.'
        : 'toolscout pins quotes the words; "scan": "quarantine" in the configuration hides it until it is approved.'
    return [{ ...warning('texts', message), advice }]
  })
}

/** What a server says about itself, where it looks like orders to a model; nothing else. */
function checkInstructions({ server, instructions }: ServerListing): readonly Check[] {
  const hidden = hiddenWords(server, instructions)
  if (hidden === undefined) return []
  return [{ ...warning(`server ${server}`, hidden), advice: 'Read it, and ask who wrote this server.' }]
}

function checkServer({ name, file, state }: LayeredServer, listings: readonly ServerListing[]): Check {
  const about = `server ${name}`
  const listing = listings.find(({ server }) => server === name)
  if (state.is === 'disabled') return warning(about, `Switched off in ${file}.`)
  const failure = state.is === 'broken' ? state.error : listing?.failure
  if (failure !== undefined) {
    const exitCode = state.is === 'broken' ? EXIT_CODES.config : exitCodeOfCode(failure.code)
    const advice = ADVICE[failure.code] ?? `Look at it in ${file}.`
    return failed(about, failure.message, { advice, exitCode })
  }
  if (listing === undefined) return ok(about, 'Was not asked.')
  const { definitions, incomplete } = listing
  const tools = numberOfKinds(definitions)
  if (incomplete !== undefined) return warning(about, `${tools}. ${incomplete}`)
  if (definitions.length > 0) return ok(about, tools)
  return { ...warning(about, 'No tools.'), advice: 'Look at "tools" of its configuration.' }
}

/** What a server that stands in for another does not have of it. */
function checkReplica(
  { server, replicaOf, definitions, failure }: ServerListing,
  listings: readonly ServerListing[],
): readonly Check[] {
  const original = listings.find((one) => one.server === replicaOf)
  if (original === undefined || failure !== undefined) return []
  const own = new Set(definitions.map(nameOfListed))
  const lacking = original.definitions.map(nameOfListed).filter((name) => !own.has(name))
  if (lacking.length === 0) return []
  const advice = `Only ${replicaOf} answers calls of what is missing; give ${server} the same version and "tools".`
  return [{ ...warning(`server ${server}`, `Lacks of ${replicaOf}: ${listed(lacking)}.`), advice }]
}

function nameOfListed(definition: unknown): string {
  const { kind, name } = isJsonObject(definition) ? definition : {}
  return kind === undefined ? `${name}` : `${kind} ${name}`
}

const ADVICE: Readonly<Record<string, string>> = {
  MCP_VARIABLE_MISSING: 'Add a line NAME=VALUE to that file, and keep it private: chmod 600.',
  MCP_AUTH_REQUIRED: `Run toolscout login with its name, or name a token of the service in "headers", such as "Authorization": "Bearer $${'{TOKEN}'}".`,
  MCP_TIMEOUT:
    'Start it by hand to see what it waits for, or give it more time: --timeout 2m, TOOLSCOUT_TIMEOUT=2m, or "timeoutMs" beside its command.',
  MCP_CONNECT_FAILED:
    'Start it by hand to see what it says; is the command installed, and the address right?',
}

/** What somebody approved; nothing where that cannot be read, which is said of the definitions. */
async function approvedNow({ host }: CommandContext, config: LayeredConfig): Promise<ReadonlySet<string>> {
  return approvedIn(await readPins(host, config).catch(() => []))
}

/** Whether definitions wait for approval, those that were listed just now among them; nothing when none does. */
async function checkPins(
  listings: readonly ServerListing[],
  config: LayeredConfig,
  { host }: CommandContext,
): Promise<readonly Check[]> {
  const about = 'definitions'
  const configs = usableServers(config)
  try {
    const cache = new CacheFolder(host)
    const earlier = async (): Promise<readonly ServerListing[]> =>
      cache.listings(await cache.read(serversKey(configs)))
    await judgeListings(listings, { host, configs, settings: config, earlier })
    const waiting = (await readPins(host, config)).filter(isWaiting)
    if (waiting.length === 0) return []
    const blocked = waiting.filter(({ isQuarantined }) => isQuarantined).length
    const until = blocked === 0 ? '' : `; ${blocked} blocked until then`
    const count = numberOf(waiting.length, 'definition waits', 'definitions wait')
    const advice =
      'toolscout pins shows what changed, and toolscout approve NAME@DIGEST trusts what it shows.'
    return [{ ...warning(about, `${count} for approval${until}.`), advice }]
  } catch (error) {
    host.signal.throwIfAborted()
    const advice = 'Fix or delete what is named; until then changes cannot be checked.'
    return [failed(about, messageOf(error), { advice, exitCode: EXIT_CODES.config })]
  }
}
