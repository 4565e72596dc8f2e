import type { JsonObject, JsonValue, ToolHandler } from '@toolscout/model'
import { CustomToolError, CustomToolNotAllowedError } from '../errors.ts'
import { createCommandHandler } from './command-handler.ts'
import { type Implementation, readWrittenTool, type WrittenTool } from './definition-shape.ts'
import type { CustomHandler } from './fill-template.ts'
import { createHttpHandler, type HttpDeps } from './http-handler.ts'

/** What definitions of one folder may be run by. */
export interface Allowed {
  readonly http: HttpDeps | undefined
  readonly commands: readonly string[] | undefined
  readonly handlers: { readonly [name: string]: ToolHandler }
  /** Values that `${NAME}` stands for in headers and environments. */
  readonly env: { readonly [name: string]: string | undefined }
}

/** A custom tool that was read. */
export interface CustomDefinition extends Omit<WrittenTool, 'implementation' | 'inputSchema'> {
  readonly run: ToolHandler
}

/**
 * Reads the definition of a tool, as Loom writes it, and makes what runs it.
 *
 * @throws CustomToolError `CUSTOM_TOOL_INVALID`, CustomToolNotAllowedError `CUSTOM_TOOL_NOT_ALLOWED`.
 */
export function readDefinition(value: JsonValue, file: string, allowed: Allowed): CustomDefinition {
  const { implementation, inputSchema, ...written } = readWrittenTool(value, file)
  const handler = toHandler(implementation, { file, allowed })
  if ('own' in handler) return { ...written, run: handler.own }
  requireDeclared(handler.places, inputSchema, file)
  return { ...written, run: (args, { signal }) => handler.run(args, { signal }) }
}

function toHandler(
  implementation: Implementation,
  { file, allowed }: { readonly file: string; readonly allowed: Allowed },
): CustomHandler | { readonly own: ToolHandler } {
  const path = 'spec.implementation'
  const forbid = (why: string): never => {
    throw new CustomToolNotAllowedError(why, { file, path })
  }
  if (implementation.type === 'builtin') {
    const { handler } = implementation
    const own = Object.hasOwn(allowed.handlers, handler) ? allowed.handlers[handler] : undefined
    return own === undefined ? forbid(`there is no handler ${JSON.stringify(handler)}.`) : { own }
  }
  try {
    if (implementation.type === 'command') {
      const { config } = implementation
      if (allowed.commands?.includes(config.command) !== true) {
        return forbid('`allowCommands` does not name its command.')
      }
      return createCommandHandler({ ...config, env: fillEnv(config.env, allowed.env) })
    }
    const { config } = implementation
    const { http } = allowed
    if (http === undefined) return forbid('`allowHttp` is not given.')
    const handler = createHttpHandler({ ...config, headers: fillEnv(config.headers, allowed.env) }, http)
    const { origin } = new URL(config.endpoint.replaceAll(/\{\{.*?\}\}/gu, 'x'))
    return http.origins.includes(origin) ? handler : forbid('`allowHttp` does not name its origin.')
  } catch (error) {
    if (error instanceof TypeError) throw new CustomToolError(error.message, { file, path: `${path}.config` })
    throw error
  }
}

/** @throws TypeError for a name that is given no value. */
function fillEnv(
  texts: Readonly<Record<string, string>>,
  env: Allowed['env'],
): Readonly<Record<string, string>> {
  const fill = (text: string): string =>
    text.replace(/\$\{([A-Za-z_]\w*)\}/gu, (_all, name: string) => {
      const value = Object.hasOwn(env, name) ? env[name] : undefined
      if (value === undefined) throw new TypeError(`\${${name}} is not in the \`env\` of the folder.`)
      return value
    })
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]))
}

/** A place for an argument that no call can have is a slip of the pen. */
function requireDeclared(places: readonly string[], schema: JsonObject, file: string): void {
  const { properties } = schema
  const known = typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
  const unknown = places.find((place) => !known.includes(place))
  if (unknown === undefined) return
  throw new CustomToolError(`the input schema has no property ${JSON.stringify(unknown)}.`, {
    file,
    path: 'spec.implementation.config',
  })
}
