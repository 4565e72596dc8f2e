import { type Package, SOURCE_CONDITION } from './workspace.ts'

/** One subpath of a package's `exports`. */
export interface PackageEntry {
  /** The specifier others import, such as `@toolscout/wink`. */
  readonly specifier: string
  /** The entry's source from the root; `undefined` when the subpath names none. */
  readonly source: string | undefined
}

/** The entries of a package that lead to modules; subpaths to files as they are, such as JSON, are none. */
export function listEntries(owner: Package): readonly PackageEntry[] {
  return Object.entries(owner.manifest.exports ?? {})
    .filter(([, target]) => typeof target !== 'string')
    .map(([subpath, target]) => ({
      specifier: subpath === '.' ? owner.name : `${owner.name}/${subpath.replace(/^\.\//, '')}`,
      source: sourceTarget(owner, target),
    }))
}

function sourceTarget(owner: Package, target: unknown): string | undefined {
  if (typeof target !== 'object' || target === null) return undefined
  const source = (target as Readonly<Record<string, unknown>>)[SOURCE_CONDITION]
  return typeof source === 'string' ? `${owner.folder}/${source.replace(/^\.\//, '')}` : undefined
}
