import { pathsOf } from '../config/places.ts'
import type { CliHost } from '../host.ts'

/** A path as people write it, from `~` where it is below the home folder. */
export function shortPath(file: string, { home, platform }: Pick<CliHost, 'home' | 'platform'>): string {
  const { sep } = pathsOf(platform)
  return file.startsWith(home + sep) ? `~${file.slice(home.length)}` : file
}
