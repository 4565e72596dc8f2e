import type { SkillsConfig } from '../config/server-config.ts'
import type { ConnectSettings } from '../connection/connect-options.ts'
import { McpConnection } from '../connection/connection.ts'
import { ConnectionLife } from '../connection/connection-life.ts'
import { McpTransportError } from '../errors.ts'
import { createRedactor } from '../redactor.ts'
import { openSkillSession } from './skill-session.ts'

/** A folder that was opened, or why it was not. */
export type OpenedFolder =
  | { readonly connection: McpConnection }
  | { readonly transport: 'skills'; readonly error: McpTransportError; readonly lastWords: string }

/** Opens a folder of skills as a connection. */
export async function openFolder(config: SkillsConfig, settings: ConnectSettings): Promise<OpenedFolder> {
  const { name, folder } = config
  const life = new ConnectionLife({
    server: name,
    redact: createRedactor(config),
    onDiagnostic: settings.onDiagnostic,
  })
  try {
    const session = await openSkillSession(folder, life)
    const transportName = 'skills'
    return {
      connection: new McpConnection({ config, transportName, transport: session, session, life, settings }),
    }
  } catch (error) {
    if (error instanceof McpTransportError) return { transport: 'skills', error, lastWords: '' }
    throw error
  }
}
