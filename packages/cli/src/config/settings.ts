import type { NewToolMode, PinMode } from '@toolscout/guard/internal'
import { isJsonObject, nearestNames, quote } from '@toolscout/model/internal'
import { ConfigFileError } from '../errors.ts'

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

const PROFILE_MEMBERS = ['servers', 'allow', 'deny', 'readOnly', 'exposure'] as const

/**
 * Reads the member `profiles` of a configuration.
 *
 * @throws ConfigFileError `CONFIG_FILE_INVALID` naming file and member.
 */
export function readProfiles(document: unknown, file: string): ReadonlyMap<string, Profile> {
  const profiles = isJsonObject(document) ? document.profiles : undefined
  if (profiles === undefined) return new Map()
  const refuse = (where: string, what: string): ConfigFileError =>
    new ConfigFileError(`${file}: ${where} ${what}.`, file)
  if (!isJsonObject(profiles)) throw refuse('profiles', 'is an object from names to profiles')
  return new Map(
    Object.entries(profiles).map(([name, profile]) => {
      const where = `profiles.${quote(name)}`
      if (!isJsonObject(profile)) throw refuse(where, 'is an object')
      for (const member of Object.keys(profile)) {
        if (!(PROFILE_MEMBERS as readonly string[]).includes(member))
          throw refuse(where, unknownMember(member, PROFILE_MEMBERS))
      }
      for (const member of ['servers', 'allow', 'deny'] as const) {
        if (profile[member] !== undefined && !isTextList(profile[member]))
          throw refuse(`${where}.${member}`, 'is a list of texts')
      }
      if (profile.readOnly !== undefined && typeof profile.readOnly !== 'boolean')
        throw refuse(`${where}.readOnly`, 'is true or false')
      if (profile.exposure !== undefined && !isExposureName(profile.exposure))
        throw refuse(`${where}.exposure`, `is one of ${EXPOSURES.join(', ')}`)
      return [name, profile as Profile]
    }),
  )
}

/** Whether this is the name of an exposure. */
function isExposureName(value: unknown): value is ExposureName {
  return (EXPOSURES as readonly unknown[]).includes(value)
}

function unknownMember(member: string, known: readonly string[]): string {
  const [meant] = nearestNames(member, known)
  const hint = meant === undefined ? `known are ${known.join(', ')}` : `is ${quote(meant)} meant?`
  return `has ${quote(member)}, which is not a known setting; ${hint}`
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
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
const PIN_MEMBERS = Object.keys(WORDS) as readonly (keyof PinSettings)[]

/**
 * Reads the member `pins` of a configuration.
 *
 * @throws ConfigFileError `CONFIG_FILE_INVALID` naming file and member.
 */
export function readPinSettings(document: unknown, file: string): Partial<PinSettings> {
  const pins = isJsonObject(document) ? document.pins : undefined
  if (pins === undefined) return {}
  const refuse = (what: string): ConfigFileError => new ConfigFileError(`${file}: pins${what}.`, file)
  if (!isJsonObject(pins)) throw refuse(` is ${quote(pins)}; an object such as { "mode": "block" } is needed`)
  for (const [member, value] of Object.entries(pins)) {
    if (!isMember(member)) throw refuse(` ${unknownMember(member, PIN_MEMBERS)}`)
    const words: readonly unknown[] = WORDS[member]
    if (!words.includes(value))
      throw refuse(`.${member} is ${quote(value)}; there are ${words.map(quote).join(', ')}`)
  }
  return pins
}

/** What one file says, and whether it was found in a project, whose author is not the user. */
export interface GivenPins {
  readonly isProject: boolean
  readonly pins: Partial<PinSettings>
}

/**
 * The strictest of what the user says, in his own file and those he names, or the default where he says nothing; and what a
 * project says where it is stricter than that. What a project trusts would be trusted everywhere: pins of the user's own
 * servers are the same in all of them.
 */
export function strictestPins(given: readonly GivenPins[]): PinSettings {
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

/** Whether any tool may be hidden. */
export function mayHold({ mode, newTools }: PinSettings): boolean {
  return mode === 'block' || newTools === 'hold'
}

function isMember(name: string): name is keyof PinSettings {
  return (PIN_MEMBERS as readonly string[]).includes(name)
}
