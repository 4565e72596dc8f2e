import type { McpConnectOptions } from '@toolscout/mcp'
import type { CliHost } from '../host.ts'
import { LoginFolder } from './login-folder.ts'

/** How a login begins for a server of this name. */
function loginCommand(name: string): string {
  return `toolscout login ${/^[\w.-]+$/.test(name) ? name : JSON.stringify(name)}`
}

/**
 * The logins that are kept, for every command that connects servers. Tokens are refreshed; what needs a
 * person says which command to run.
 */
export function keptLogins(host: CliHost): NonNullable<McpConnectOptions['authProvider']> {
  const logins = new LoginFolder(host)
  return (config) => {
    if (!('url' in config)) return undefined
    const { name, url } = config
    return {
      load: () => logins.read(url),
      save: (login) => logins.write(url, login),
      // Where nothing is kept, nothing is renewed.
      exclusively: (renew) => (logins.has(url) ? logins.exclusively(url, renew) : renew()),
      // Not visited; without one, no token would be refreshed.
      redirectUrl: 'http://127.0.0.1/callback',
      advice: `run "${loginCommand(name)}".`,
    }
  }
}
