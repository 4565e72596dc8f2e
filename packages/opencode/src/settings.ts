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
  readonly preset?: number
}

/** Numbers of `settings` and of `settings.connection`, in milliseconds where they are times. */
const NUMBERS = {
  defaultLimit: { least: 1, most: 20, preset: 5 },
  connectTimeout: { least: 100, most: 60_000 },
  requestTimeout: { least: 100, most: 300_000, preset: 30_000 },
  retryAttempts: { least: 0, most: 10, preset: 2 },
  retryDelay: { least: 0, most: 30_000, preset: 1_000 },
} as const satisfies Record<string, NumberSetting>

const SETTINGS = ['defaultLimit', 'initMode', 'connection']
const CONNECTION = ['connectTimeout', 'requestTimeout', 'retryAttempts', 'retryDelay'] as const

/** Reads `settings`. An invalid setting is reported and its default applies, so that a typo in a number removes no server. */
export function readSettings(value: unknown, warn: SettingsWarning): ToolboxFileSettings {
  const settings = readObject(value, ['settings'], { known: SETTINGS, warn })
  const place = ['settings', 'connection']
  const connection = readObject(settings.connection, place, { known: CONNECTION, warn })
  const number = (name: (typeof CONNECTION)[number]): number | undefined =>
    readNumber(connection[name], NUMBERS[name], (message) => warn([...place, name], message))
  const { initMode } = settings
  if (initMode !== undefined && initMode !== 'eager' && initMode !== 'lazy')
    warn(['settings', 'initMode'], 'eager or lazy is needed; eager holds.')
  const limit = readNumber(settings.defaultLimit, NUMBERS.defaultLimit, (message) =>
    warn(['settings', 'defaultLimit'], message),
  )
  return Object.freeze({
    defaultLimit: limit ?? NUMBERS.defaultLimit.preset,
    initMode: initMode === 'lazy' ? 'lazy' : 'eager',
    connectTimeout: number('connectTimeout'),
    requestTimeout: number('requestTimeout') ?? NUMBERS.requestTimeout.preset,
    retryAttempts: number('retryAttempts') ?? NUMBERS.retryAttempts.preset,
    retryDelay: number('retryDelay') ?? NUMBERS.retryDelay.preset,
  })
}

/** What an unknown name may have meant, as the end of a sentence. */
export function meantText(name: string, known: readonly string[]): string {
  const [meant] = nearestNames(name, known, { beginnings: false })
  return meant === undefined ? `known are ${known.join(', ')}.` : `is "${meant}" meant?`
}

function readObject(
  given: unknown,
  path: readonly string[],
  { known, warn }: { readonly known: readonly string[]; readonly warn: SettingsWarning },
): Readonly<Record<string, unknown>> {
  const value = given ?? {}
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

/** `undefined` where the default holds. */
function readNumber(
  value: unknown,
  { least, most, preset }: NumberSetting,
  warn: (message: string) => void,
): number | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  warn(`a whole number from ${least} to ${most} is needed; ${preset ?? 'the default'} holds.`)
  return undefined
}
