import { posix, win32 } from 'node:path'
import type { CliHost } from '../host.ts'

/** The name of a project's own file. */
export const PROJECT_FILE = '.toolscout.json'

/** Where the command keeps what is the user's. */
export interface Places {
  /** The user's configuration. */
  readonly userConfig: string
  /** The folder of what can be made again. */
  readonly cache: string
  /** The folder of data that cannot be made again, such as pins. */
  readonly state: string
}

/** Below the folders the XDG Base Directory Specification names; on Windows below those of the system. */
export function placesOf({ env, home, platform }: Pick<CliHost, 'env' | 'home' | 'platform'>): Places {
  const { join, isAbsolute } = pathsOf(platform)
  // A relative path in these variables is to be ignored, as the specification has it.
  const folder = (text: string | undefined, other: string): string =>
    text !== undefined && isAbsolute(text) ? text : other
  const isWindows = platform === 'win32'
  const config = folder(
    env.XDG_CONFIG_HOME,
    isWindows ? folder(env.APPDATA, join(home, 'AppData', 'Roaming')) : join(home, '.config'),
  )
  const local = isWindows ? folder(env.LOCALAPPDATA, join(home, 'AppData', 'Local')) : undefined
  const cache = folder(env.XDG_CACHE_HOME, local ?? join(home, '.cache'))
  const state = folder(env.XDG_STATE_HOME, local ?? join(home, '.local', 'state'))
  return {
    userConfig: join(config, 'toolscout', 'config.json'),
    cache: join(cache, 'toolscout'),
    state: join(state, 'toolscout'),
  }
}

/** Where pins are kept, whosever they are. */
export function pinPlace(host: CliHost): string {
  return pathsOf(host.platform).join(placesOf(host).state, 'pins')
}

/** Where catalogs are kept, a folder for each configuration or file. */
export function catalogsPlace(host: CliHost): string {
  return pathsOf(host.platform).join(placesOf(host).cache, 'catalogs')
}

/** How paths are written on a platform, whichever this is. */
export function pathsOf(platform: NodeJS.Platform): typeof posix {
  return platform === 'win32' ? win32 : posix
}
