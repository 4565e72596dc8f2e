import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where the plugin reads and writes. */
export interface Places {
  readonly configPath: string
  readonly logPath: string
  /** Where variables of the configuration come from. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** The places OpenCode itself uses, below the home folder or where XDG variables point. */
export function placesOf(
  environment: Readonly<Record<string, string | undefined>>,
  home: string = homedir(),
): Places {
  const { OPENCODE_TOOLBOX_CONFIG, XDG_CONFIG_HOME, XDG_DATA_HOME } = environment
  const config = textOr(XDG_CONFIG_HOME, join(home, '.config'))
  const data = textOr(XDG_DATA_HOME, join(home, '.local', 'share'))
  return Object.freeze({
    configPath: textOr(OPENCODE_TOOLBOX_CONFIG, join(config, 'opencode', 'toolbox.jsonc')),
    logPath: join(data, 'opencode', 'toolbox.log'),
    environment,
  })
}

function textOr(text: string | undefined, other: string): string {
  return text === undefined || text === '' ? other : text
}
