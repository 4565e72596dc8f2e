import { isJsonObject, nearestNames } from '@toolscout/model/internal'

/** What `settings` of the configuration says. */
export interface ToolboxFileSettings {
  readonly defaultLimit: number
  readonly initMode: 'eager' | 'lazy'
  /** `undefined` unless the file says it: what a server may take then depends on how it is started. */
  readonly connectTimeout: number | undefined
  readonly requestTimeout: number
  readonly retryAttempts: number
  readonly retryDelay: number
}

/** Hears of a setting that has no effect; `path` leads to it. */
export type SettingsWarning = (path: readonly string[], message: string) => void

interface NumberSetting {
  readonly least: number
  readonly most: number
  readonly preset: number | undefined
}

/** Numbers of `settings` and of `settings.connection`, in milliseconds where they are times. */
const NUMBERS = {
  defaultLimit: { least: 1, most: 20, preset: 5 },
  connectTimeout: { least: 100, most: 60_000, preset: undefined },
  requestTimeout: { least: 100, most: 300_000, preset: 30_000 },
  retryAttempts: { least: 0, most: 10, preset: 2 },
  retryDelay: { least: 0, most: 30_000, preset: 1_000 },
} as const satisfies Record<string, NumberSetting>

const MODES = ['eager', 'lazy'] as const
const SETTINGS = ['defaultLimit', 'initMode', 'connection']
const CONNECTION = ['connectTimeout', 'requestTimeout', 'retryAttempts', 'retryDelay'] as const

/** Reads `settings`. An invalid setting is reported and its default applies, so that a typo in a number removes no server. */
export function readSettings(value: unknown, warn: SettingsWarning): ToolboxFileSettings {
  const settings = readObject(value, ['settings'], { known: SETTINGS, warn })
  const connection = readObject(settings.connection, ['settings', 'connection'], { known: CONNECTION, warn })
  const number = <Name extends keyof typeof NUMBERS>(
    from: Readonly<Record<string, unknown>>,
    name: Name,
  ): number | (typeof NUMBERS)[Name]['preset'] => {
    const path = from === settings ? ['settings', name] : ['settings', 'connection', name]
    return readNumber(from[name], NUMBERS[name], (message) => warn(path, message))
  }
  return Object.freeze({
    defaultLimit: number(settings, 'defaultLimit'),
    initMode: readMode(settings.initMode, warn),
    connectTimeout: number(connection, 'connectTimeout'),
    requestTimeout: number(connection, 'requestTimeout'),
    retryAttempts: number(connection, 'retryAttempts'),
    retryDelay: number(connection, 'retryDelay'),
  })
}

/** What an unknown name may have meant, as the end of a sentence. */
export function meantText(name: string, known: readonly string[]): string {
  const [meant] = nearestNames(name, known, { beginnings: false })
  return meant === undefined ? `known are ${known.join(', ')}.` : `is "${meant}" meant?`
}

function readObject(
  value: unknown,
  path: readonly string[],
  { known, warn }: { readonly known: readonly string[]; readonly warn: SettingsWarning },
): Readonly<Record<string, unknown>> {
  if (value === undefined) return {}
  if (!isJsonObject(value)) {
    warn(path, 'an object is needed; the defaults hold.')
    return {}
  }
  for (const name of Object.keys(value)) {
    if (!known.includes(name))
      warn([...path, name], `this is not known and has no effect; ${meantText(name, known)}`)
  }
  return value
}

function readNumber<Preset extends number | undefined>(
  value: unknown,
  { least, most, preset }: NumberSetting & { readonly preset: Preset },
  warn: (message: string) => void,
): number | Preset {
  if (value === undefined) return preset
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  warn(`a whole number from ${least} to ${most} is needed; ${preset ?? 'the default'} holds.`)
  return preset
}

function readMode(value: unknown, warn: SettingsWarning): (typeof MODES)[number] {
  const mode = MODES.find((known) => known === value)
  if (mode === undefined && value !== undefined)
    warn(['settings', 'initMode'], 'eager or lazy is needed; eager holds.')
  return mode ?? 'eager'
}
