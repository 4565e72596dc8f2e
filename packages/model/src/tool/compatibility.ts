import { NoCompatibleVersionError } from '../errors.ts'
import { quote, truncate } from '../internal/text/foreign-text.ts'
import { compareVersions, parseVersion } from './version.ts'
import { highestVersion } from './version-range.ts'

/** What one component supports. */
export interface Compatibility {
  /** Name of the component, such as a server or a package. */
  readonly component: string
  /** Lowest version that works. */
  readonly minVersion: string
  /** Highest version that works; no upper bound when absent. */
  readonly maxVersion?: string
  /** Still works, but should be left behind. */
  readonly deprecated?: boolean
  /** Explanation of this entry for the user. */
  readonly message?: string
}

/** The verdict of a {@link CompatibilityMatrix} on one version. */
export interface CompatibilityCheck {
  readonly compatible: boolean
  /** Why not, or a warning when the version works but is deprecated. */
  readonly message?: string
}

/** Which versions of which components work together. */
export interface CompatibilityMatrix {
  /** Every entry must hold for its component. @throws InvalidVersionError when a bound cannot be read. */
  readonly add: (entry: Compatibility) => void
  /** A component without entries is compatible. @throws InvalidVersionError when `version` cannot be read. */
  readonly check: (component: string, version: string) => CompatibilityCheck
  /**
   * The highest compatible version on offer.
   * @throws NoCompatibleVersionError `NO_COMPATIBLE_VERSION` when none is compatible.
   */
  readonly negotiate: (component: string, versions: readonly string[]) => string
}

/** How much of the versions on offer a message names, in code points. */
const MAX_OFFER_LENGTH = 200

/** Creates an empty {@link CompatibilityMatrix}. */
export function createCompatibilityMatrix(): CompatibilityMatrix {
  const entries = new Map<string, Compatibility[]>()
  const check = (component: string, version: string): CompatibilityCheck => {
    parseVersion(version)
    let warning: string | undefined
    for (const entry of entries.get(component) ?? []) {
      const broken = brokenBound(entry, version)
      if (broken !== undefined) return { compatible: false, message: broken }
      if (entry.deprecated === true) warning = entry.message ?? `${component} ${version} is deprecated.`
    }
    return warning === undefined ? { compatible: true } : { compatible: true, message: warning }
  }
  return {
    add: (entry) => {
      parseVersion(entry.minVersion)
      if (entry.maxVersion !== undefined) parseVersion(entry.maxVersion)
      entries.set(entry.component, [...(entries.get(entry.component) ?? []), Object.freeze({ ...entry })])
    },
    check,
    negotiate: (component, versions) => {
      const best = highestVersion(versions.filter((version) => check(component, version).compatible))
      if (best !== undefined) return best
      throw new NoCompatibleVersionError(
        `No version of ${quote(component)} on offer is compatible (${truncate(versions.map(quote).join(', ') || 'none offered', MAX_OFFER_LENGTH)}).`,
        component,
        [...versions],
      )
    },
  }
}

function brokenBound(entry: Compatibility, version: string): string | undefined {
  if (compareVersions(version, entry.minVersion) < 0) {
    return entry.message ?? `${entry.component} ${version} is older than ${entry.minVersion}.`
  }
  if (entry.maxVersion !== undefined && compareVersions(version, entry.maxVersion) > 0) {
    return entry.message ?? `${entry.component} ${version} is newer than ${entry.maxVersion}.`
  }
  return undefined
}
