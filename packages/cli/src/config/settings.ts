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

const MEMBERS = ['servers', 'allow', 'deny', 'readOnly', 'exposure'] as const

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
        if ((MEMBERS as readonly string[]).includes(member)) continue
        const [meant] = nearestNames(member, MEMBERS)
        const hint = meant === undefined ? `known are ${MEMBERS.join(', ')}` : `is ${quote(meant)} meant?`
        throw refuse(where, `has ${quote(member)}, which is not a known setting; ${hint}`)
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

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
