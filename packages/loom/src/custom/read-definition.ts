import type { Gateway } from '@toolscout/gateway'
import type { JsonObject, JsonValue, ToolHandler } from '@toolscout/model'
import { isJsonObject, quote } from '@toolscout/model/internal'
import { failureResult } from '@toolscout/runtime/internal'
import { CustomToolError, CustomToolNotAllowedError } from '../errors.ts'
import { createCommandHandler } from './command-handler.ts'
import { readWrittenTool, targetId, type WrittenTool } from './definition-shape.ts'
import type { CustomHandler } from './fill-template.ts'
import { createHttpHandler, type HttpDeps } from './http-handler.ts'
import type { Implementation } from './implementation-shape.ts'
import { toProgramCall } from './program-call.ts'
import type { Written } from './unread-members.ts'

/** What definitions of one folder may be run by. */
export interface Allowed {
  readonly http: HttpDeps | undefined
  readonly commands: readonly string[] | undefined
  readonly handlers: { readonly [name: string]: ToolHandler }
  /** Values that `${NAME}` stands for in headers, environments and what is sent. */
  readonly env: { readonly [name: string]: string | undefined }
  /** Whose servers they may lead to. */
  readonly gateway: Gateway
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
export function readDefinition(document: Written, allowed: Allowed): CustomDefinition {
  const { file } = document
  const { implementation, inputSchema, ...written } = readWrittenTool(document)
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
  if (implementation.type === 'mcp') {
    const { config } = implementation
    const isThere = allowed.gateway.servers().some(({ name }) => name === config.server)
    return isThere
      ? { own: callServer(allowed.gateway, config) }
      : forbid(`the gateway has no server ${quote(config.server)}.`)
  }
  try {
    if (implementation.type === 'http') {
      const { http } = allowed
      if (http === undefined) return forbid('`allowHttp` is not given.')
      const config = fillEnv(implementation.config, ['headers', 'request_mapping'], allowed.env)
      const handler = createHttpHandler(config, http)
      const { origin } = new URL(config.endpoint.replaceAll(/\{\{.*?\}\}/gu, 'x'))
      return http.origins.includes(origin) ? handler : forbid('`allowHttp` does not name its origin.')
    }
    const program = fillEnv(toProgramCall(implementation), ['env'], allowed.env)
    if (allowed.commands?.includes(program.command) !== true) {
      return forbid(`\`allowCommands\` does not name its command ${quote(program.command)}.`)
    }
    return createCommandHandler(program)
  } catch (error) {
    if (error instanceof TypeError) throw new CustomToolError(error.message, { file, path: `${path}.config` })
    throw error
  }
}

/** Calls the tool of a server as any caller would: with its policy, its approval and its limits. */
function callServer(
  gateway: Gateway,
  target: { readonly server: string; readonly tool: string },
): ToolHandler {
  return async (args, { principal = '', signal, messages, client, progress }) => {
    const found = gateway.resolve(targetId(target), { principal })
    const isIts = found?.summary.backends.some(
      (backend) => backend.kind === 'mcp' && backend.server === target.server,
    )
    if (found === undefined || isIts !== true) {
      const message = `The server ${quote(target.server)} has no tool ${quote(target.tool)}.`
      return failureResult('TOOL_NOT_FOUND', message, { tool: targetId(target), outcome: 'notRun' })
    }
    return gateway.call(found.id, args, { principal, signal, messages, client, onProgress: progress })
  }
}

/** Some members with the values of `env` in their texts. @throws TypeError for a name that is given no value. */
function fillEnv<Config extends object>(
  config: Config,
  members: readonly (keyof Config)[],
  env: Allowed['env'],
): Config {
  const fillText = (text: string): string =>
    text.replace(/\$\{([A-Za-z_]\w*)\}/gu, (_all, name: string) => {
      const value = Object.hasOwn(env, name) ? env[name] : undefined
      if (value === undefined) throw new TypeError(`\${${name}} is not in the \`env\` of the folder.`)
      return value
    })
  const fill = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return fillText(value)
    if (Array.isArray(value)) return value.map(fill)
    if (!isJsonObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fill(member)]))
  }
  const filled = members.flatMap((name) =>
    config[name] === undefined ? [] : [[name, fill(config[name] as JsonValue)]],
  )
  return { ...config, ...Object.fromEntries(filled) }
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
