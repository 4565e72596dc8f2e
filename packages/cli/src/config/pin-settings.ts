import type { NewToolMode, PinMode } from '@toolscout/guard/internal'
import { isJsonObject, nearestNames, quote } from '@toolscout/model/internal'
import { ConfigFileError } from '../errors.ts'

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
const MEMBERS = Object.keys(WORDS) as readonly (keyof PinSettings)[]

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
    if (!isMember(member)) {
      const [meant] = nearestNames(member, MEMBERS)
      const hint = meant === undefined ? `known are ${MEMBERS.join(', ')}` : `is ${quote(meant)} meant?`
      throw refuse(` has ${quote(member)}, which is not a known setting; ${hint}`)
    }
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
  return (MEMBERS as readonly string[]).includes(name)
}
