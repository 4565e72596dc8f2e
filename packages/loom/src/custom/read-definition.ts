import type { JsonObject, JsonValue, LocalTool, ToolHandler } from '@toolscout/model'
import { truncate } from '@toolscout/model/internal'
import { CustomToolError, CustomToolNotAllowedError } from '../errors.ts'
import {
  APPROVAL_META_KEY,
  APPROVAL_TIMEOUT_META_KEY,
  DETAILS_META_KEY,
  FILE_META_KEY,
  LABELS_META_KEY,
  RATE_LIMIT_META_KEY,
} from '../meta-keys.ts'
import { createCommandHandler } from './command-handler.ts'
import type { CustomHandler } from './custom-handler.ts'
import type { Definition, Implementation } from './definition.ts'
import { checkShape } from './definition-shape.ts'
import { createHttpHandler, type HttpParts } from './http-handler.ts'
import type { RateLimit } from './rate-limit.ts'

/** Longest hint at the result of an example, in code points. */
const MAX_HINT_LENGTH = 200
/** How long an implementation may take where its definition names no time, in seconds. */
const DEFAULT_TIMEOUT_SECONDS = 30

/** What definitions of one folder may be run by. */
export interface Allowed {
  readonly http: HttpParts | undefined
  readonly commands: readonly string[] | undefined
  readonly handlers: { readonly [name: string]: ToolHandler }
  /** Values that `${NAME}` stands for in headers and environments. */
  readonly env: { readonly [name: string]: string | undefined }
}

/** A custom tool that was read. */
export interface CustomDefinition {
  /** Without what runs it. */
  readonly tool: LocalTool
  readonly run: ToolHandler
  readonly timeoutMs: number
  readonly rateLimit: RateLimit | undefined
}

/**
 * Reads the definition of a tool, as Loom writes it, and makes what runs it.
 *
 * @throws CustomToolError `CUSTOM_TOOL_INVALID`, CustomToolNotAllowedError `CUSTOM_TOOL_NOT_ALLOWED`.
 */
export function readDefinition(value: JsonValue, file: string, allowed: Allowed): CustomDefinition {
  const { metadata, spec } = checkShape(value, file)
  const handler = toHandler(spec.implementation, { file, allowed })
  if ('places' in handler) requireDeclared(handler.places, spec.input_schema, file)
  const seconds = 'config' in spec.implementation ? spec.implementation.config.timeout_seconds : undefined
  return {
    tool: toTool({ metadata, spec }, file),
    run: 'run' in handler ? (args, { signal }) => handler.run(args, { signal }) : handler.own,
    timeoutMs: Math.ceil(1_000 * (seconds ?? DEFAULT_TIMEOUT_SECONDS)),
    rateLimit: toRateLimit(spec.rate_limit),
  }
}

function toTool({ metadata, spec }: Pick<Definition, 'metadata' | 'spec'>, file: string): LocalTool {
  const { labels, ...named } = metadata
  const { safety = {}, examples } = spec
  const limit = toRateLimit(spec.rate_limit)
  return {
    ...named,
    inputSchema: spec.input_schema,
    outputSchema: spec.output_schema,
    annotations: spec.annotations as LocalTool['annotations'],
    examples: examples?.map(({ input, output, title, description }) => ({
      arguments: input,
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(output === undefined ? {} : { resultHint: truncate(JSON.stringify(output), MAX_HINT_LENGTH) }),
    })),
    _meta: {
      [FILE_META_KEY]: file,
      ...(labels === undefined ? {} : { [LABELS_META_KEY]: labels }),
      ...(spec.metadata === undefined ? {} : { [DETAILS_META_KEY]: spec.metadata }),
      ...(limit === undefined ? {} : { [RATE_LIMIT_META_KEY]: limit }),
      ...(safety.requires_approval === undefined ? {} : { [APPROVAL_META_KEY]: safety.requires_approval }),
      ...(safety.approval_timeout_seconds === undefined
        ? {}
        : { [APPROVAL_TIMEOUT_META_KEY]: Math.ceil(1_000 * safety.approval_timeout_seconds) }),
    },
  }
}

function toRateLimit(limit: Definition['spec']['rate_limit']): RateLimit | undefined {
  if (limit === undefined) return undefined
  const { requests_per_minute: minute, requests_per_hour: hour, notes } = limit
  return {
    ...(minute === undefined ? {} : { requestsPerMinute: minute }),
    ...(hour === undefined ? {} : { requestsPerHour: hour }),
    ...(notes === undefined ? {} : { notes }),
  }
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
  const stranger = places.find((place) => !known.includes(place))
  if (stranger === undefined) return
  throw new CustomToolError(`the input schema has no property ${JSON.stringify(stranger)}.`, {
    file,
    path: 'spec.implementation.config',
  })
}
