import type { ScanMode } from '@toolscout/gateway/internal'
import type { NewToolMode, PinMode, PoisonLevel } from '@toolscout/guard/internal'
import type { JsonObject } from '@toolscout/model'
import { isJsonObject, nearestNames, quote } from '@toolscout/model/internal'
import { CLIENTS, type ClientId } from '../clients/client-files.ts'
import { CliError } from '../errors.ts'

/** What a model is shown of the tools when they are served. */
export const EXPOSURES = ['meta', 'direct', 'toolbox', 'loom'] as const
/** One of {@link EXPOSURES}. */
export type ExposureName = (typeof EXPOSURES)[number]

/** A part of the tools under a name, for `serve --profile`. */
export interface Profile {
  /** Servers that are connected. Default: all. */
  readonly servers?: readonly string[] | undefined
  /** Ids or names of tools that exist, in which `*` matches anything. Default: all. */
  readonly allow?: readonly string[] | undefined
  /** The same for tools that do not, whatever `allow` says. Default: none. */
  readonly deny?: readonly string[] | undefined
  /** Whether only tools exist that say they only read. Default false. */
  readonly readOnly?: boolean | undefined
  /** What a model is shown. Default `meta`. */
  readonly exposure?: ExposureName | undefined
}

/** What a member of our own settings may be. */
interface Rule {
  readonly fits: (value: unknown) => boolean
  readonly needs: string
}

function oneOf(words: readonly unknown[]): Rule {
  return { fits: (value) => words.includes(value), needs: `there are ${words.map(quote).join(', ')}` }
}

const TEXTS: Rule = {
  fits: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  needs: 'a list of texts is needed',
}

const PROFILE_RULES: { readonly [member in keyof Profile]-?: Rule } = {
  servers: TEXTS,
  allow: TEXTS,
  deny: TEXTS,
  readOnly: { fits: (value) => typeof value === 'boolean', needs: 'true or false is needed' },
  exposure: oneOf(EXPOSURES),
}

/** Checks an object member by member. @throws CliError `CONFIG_FILE_INVALID` naming file and member. */
function checkMembers(value: unknown, where: string, rules: Readonly<Record<string, Rule>>): void {
  const refuse = (what: string): CliError => new CliError('CONFIG_FILE_INVALID', `${where}${what}.`)
  if (!isJsonObject(value)) throw refuse(` is ${quote(value)}; an object is needed`)
  const known = Object.keys(rules)
  for (const [member, given] of Object.entries(value)) {
    const rule = known.includes(member) ? rules[member] : undefined
    if (rule === undefined) {
      const [meant] = nearestNames(member, known)
      const hint = meant === undefined ? `known are ${known.join(', ')}` : `is ${quote(meant)} meant?`
      throw refuse(` has ${quote(member)}, which is not a known setting; ${hint}`)
    }
    if (!rule.fits(given)) throw refuse(`.${member} is ${quote(given)}; ${rule.needs}`)
  }
}

/** Reads the member `profiles` of a configuration. @throws CliError `CONFIG_FILE_INVALID`. */
export function readProfiles({ profiles = {} }: JsonObject, file: string): ReadonlyMap<string, Profile> {
  if (!isJsonObject(profiles))
    throw new CliError(
      'CONFIG_FILE_INVALID',
      `${file}: profiles must be an object that maps names to profiles.`,
    )
  return new Map(
    Object.entries(profiles).map(([name, profile]) => {
      checkMembers(profile, `${file}: profiles.${quote(name)}`, PROFILE_RULES)
      return [name, profile as Profile]
    }),
  )
}

/** What is done about definitions of servers that change. */
export interface PinSettings {
  /** Whether a change is reported once, reported until approved, or quarantines the tool until then. Default `warn`. */
  readonly mode: PinMode
  /** Whether a new tool is trusted, or quarantined until it is approved. Default `trust`. */
  readonly newTools: NewToolMode
}

/** No tool is hidden by default; changes are reported. */
const DEFAULT_PIN_SETTINGS: PinSettings = Object.freeze({ mode: 'warn', newTools: 'trust' })

/** The words of each member, a stricter one after those that allow more. */
const WORDS = { mode: ['record', 'warn', 'block'], newTools: ['trust', 'hold'] } as const
const PIN_RULES = { mode: oneOf(WORDS.mode), newTools: oneOf(WORDS.newTools) }

/** Reads the member `pins` of a configuration. @throws CliError `CONFIG_FILE_INVALID`. */
export function readPinSettings({ pins = {} }: JsonObject, file: string): Partial<PinSettings> {
  checkMembers(pins, `${file}: pins`, PIN_RULES)
  return pins as Partial<PinSettings>
}

/**
 * The strictest of what the user says, in his own file and those he names, or the default where he says nothing; and what a
 * project says where it is stricter than that. What a project trusts would be trusted everywhere: pins of the user's own
 * servers are the same in all of them.
 */
export function strictestPins(
  given: readonly { readonly isProject: boolean; readonly pins: Partial<PinSettings> }[],
): PinSettings {
  const strictest = <Member extends keyof PinSettings>(member: Member): PinSettings[Member] => {
    const words: readonly unknown[] = WORDS[member]
    const said = (isProject: boolean): readonly PinSettings[Member][] =>
      given.flatMap((one) => (one.isProject === isProject ? (one.pins[member] ?? []) : []))
    const own = said(false)
    return [...(own.length > 0 ? own : [DEFAULT_PIN_SETTINGS[member]]), ...said(true)].reduce((most, one) =>
      words.indexOf(one) > words.indexOf(most) ? one : most,
    )
  }
  return { mode: strictest('mode'), newTools: strictest('newTools') }
}

/** The words of `scan`, a stricter one after those that allow more; the first is the default. */
const SCANS = ['report', 'hide', 'quarantine'] as const
const SCAN_RULE = oneOf(SCANS)

/** Reads the member `scan` of a configuration. @throws CliError `CONFIG_FILE_INVALID`. */
export function readScan({ scan }: JsonObject, file: string): ScanMode | undefined {
  if (scan === undefined || SCAN_RULE.fits(scan)) return scan as ScanMode | undefined
  throw new CliError('CONFIG_FILE_INVALID', `${file}: scan is ${quote(scan)}; ${SCAN_RULE.needs}.`)
}

/** The strictest of what all files say. */
export function strictestScan(given: readonly (ScanMode | undefined)[]): ScanMode {
  return SCANS[Math.max(0, ...given.map((one) => SCANS.indexOf(one ?? 'report')))] ?? 'report'
}

/** Reads the member `clients`: whose files are read each time. @throws CliError `CONFIG_FILE_INVALID`. */
export function readClients({ clients = [] }: JsonObject, file: string): readonly ClientId[] {
  const known = Object.keys(CLIENTS)
  const wrong = Array.isArray(clients) ? clients.find((one) => !known.includes(String(one))) : clients
  if (wrong === undefined) return clients as readonly ClientId[]
  const what = `${file}: clients has ${quote(wrong)}; a list of ${known.join(', ')} is needed.`
  throw new CliError('CONFIG_FILE_INVALID', what)
}

/** What is done about definitions that change, and about texts that give orders. */
export interface GuardSettings {
  readonly pins: PinSettings
  readonly scan: ScanMode
}

/** Whether a tool of this level waits for approval for what its texts say. */
export function isHeldFor(level: PoisonLevel | undefined, scan: ScanMode): boolean {
  return level === 'poisoned' ? scan !== 'report' : level === 'suspicious' && scan === 'quarantine'
}

/** Whether any tool may be hidden. */
export function mayHold({ pins: { mode, newTools }, scan }: GuardSettings): boolean {
  return mode === 'block' || newTools === 'hold' || scan !== 'report'
}

/** Our own members of a configuration file. */
export const SETTINGS: readonly string[] = ['clients', 'profiles', 'pins', 'scan', '$schema']
/** Members that hold servers, by the client that writes them, and what VS Code has beside. */
const SERVER_MEMBERS: readonly string[] = ['mcpServers', 'servers', 'mcp', 'inputs']

/**
 * Refuses members that no client reads: any in a file of ours; in a file that another client may share, those that look like
 * one of ours. @throws CliError `CONFIG_FILE_INVALID`.
 */
export function refuseUnknown(document: JsonObject, file: string, isOurs: boolean): void {
  const known = [...SETTINGS, ...SERVER_MEMBERS]
  for (const member of Object.keys(document)) {
    if (known.includes(member)) continue
    const [meant] = nearestNames(member, SETTINGS)
    if (!isOurs && meant === undefined) continue
    const hint = meant === undefined ? '' : ` Is ${quote(meant)} meant?`
    const what = `${file} has ${quote(member)}, which is not a known setting; known are ${known.join(', ')}.${hint}`
    throw new CliError('CONFIG_FILE_INVALID', what)
  }
}
