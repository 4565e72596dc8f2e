import type { Gateway } from '@toolscout/gateway'
import type { Clock, JsonValue, LocalTool, ToolHandler } from '@toolscout/model'
import {
  isIdPart,
  quote,
  requireKnownMembers,
  systemClock,
  toolMeta,
  withTimeLimit,
} from '@toolscout/model/internal'
import { failureResult } from '@toolscout/runtime/internal'
import {
  type CustomToolDetails,
  CustomToolError,
  CustomToolFailedError,
  CustomToolNotAllowedError,
} from '../errors.ts'
import type { IndexedSource, Indexer, IndexProblem, IndexRequest } from '../indexer.ts'
import { FILE_META_KEY } from '../meta-keys.ts'
import { toProblem } from '../problems.ts'
import { CUSTOM_NAMESPACE } from '../tool-ids.ts'
import { parseYaml } from './parse-yaml.ts'
import { createRateLimiter, type RateLimiter } from './rate-limit.ts'
import { type Allowed, type CustomDefinition, readDefinition } from './read-definition.ts'
import { readCustomFolder } from './read-folder.ts'

/** Options of {@link createCustomIndexer}. */
export interface CustomIndexerOptions {
  /** The folder of definitions, files that end in `.yaml` or `.yml`; folders in it are not looked into. */
  readonly folder: string
  /** Namespace of its tools, and of no other local tools. Default `custom`. Legal: parts of ids. */
  readonly namespace?: string | undefined
  /** Origins that definitions may call, such as `https://api.example.com`. Default none: no HTTP at all. */
  readonly allowHttp?: readonly string[] | undefined
  /** Programs that definitions may run, exactly as they name them. Default none: no command at all. */
  readonly allowCommands?: readonly string[] | undefined
  /** Functions that definitions may name as their `handler`. Default none. */
  readonly handlers?: { readonly [name: string]: ToolHandler } | undefined
  /** Values that `${NAME}` stands for in headers and environments. Default none: nothing of this process is seen. */
  readonly env?: { readonly [name: string]: string | undefined } | undefined
  /** What makes HTTP calls. Default: that of the platform. */
  readonly fetch?: typeof fetch | undefined
  /** Default: the clock of the platform. */
  readonly clock?: Clock | undefined
}

const OPTIONS = Object.keys({
  folder: true,
  namespace: true,
  allowHttp: true,
  allowCommands: true,
  handlers: true,
  env: true,
  fetch: true,
  clock: true,
} satisfies { [Option in keyof CustomIndexerOptions]-?: true })

/**
 * Indexes a folder of tools that somebody wrote down in YAML. What runs them must be allowed here. A file that cannot be
 * read, or is wrong now, keeps the tool it had; a folder that cannot be read keeps all; a file that is gone takes its tool
 * along.
 *
 * @throws TypeError for an unknown option, or a namespace or origin that is not valid.
 */
export function createCustomIndexer(options: CustomIndexerOptions): Indexer {
  requireKnownMembers('the options of a custom indexer', options, OPTIONS)
  const { folder, namespace = CUSTOM_NAMESPACE, allowHttp, clock = systemClock } = options
  if (!isIdPart(namespace)) throw new TypeError(`The namespace ${quote(namespace)} is no part of an id.`)
  const allowed: Allowed = {
    http: allowHttp && { origins: allowHttp.map(toOrigin), fetch: options.fetch ?? fetch },
    commands: options.allowCommands,
    handlers: options.handlers ?? {},
    env: options.env ?? {},
  }
  const limiters = new Map<string, RateLimiter>()
  /** The same limit goes on counting when its tool is read again. */
  const limiterOf = (name: string, { rateLimit }: CustomDefinition): RateLimiter | undefined => {
    if (rateLimit === undefined) return undefined
    const key = JSON.stringify([name, rateLimit.requestsPerMinute, rateLimit.requestsPerHour])
    const limiter = limiters.get(key) ?? createRateLimiter(rateLimit, clock)
    limiters.set(key, limiter)
    return limiter
  }
  const index = async (gateway: Gateway, { signal }: IndexRequest): Promise<IndexedSource> => {
    const files = await readCustomFolder(folder)
    const listed = new Set<string>()
    const kept = new Set<string>()
    const names = new Map<string, string>()
    const changed: string[] = []
    const problems: IndexProblem[] = []
    for (const entry of files) {
      signal?.throwIfAborted()
      try {
        if ('error' in entry) throw entry.error
        const definition = readDefinition(readYaml(entry), entry.file, allowed)
        const { name, version = '' } = definition.tool
        const first = names.get(`${name}:${version}`)
        if (first !== undefined)
          throw new CustomToolError(`${quote(first)} defines it already.`, atName(entry.file))
        names.set(`${name}:${version}`, entry.file)
        const execute = guard(definition, limiterOf(definition.tool.name, definition), clock)
        const id = await register(gateway, { ...definition.tool, execute }, { namespace, listed })
        if (id.isChanged) changed.push(id.id)
      } catch (error) {
        problems.push(toProblem(error, entry.file))
        if (!(error instanceof CustomToolNotAllowedError)) kept.add(entry.file)
      }
    }
    const removed = removeUnlisted(gateway, namespace, { listed, kept })
    return {
      ...describe(namespace, folder),
      complete: kept.size === 0,
      available: true,
      tools: toolsOf(gateway, namespace).length,
      changed,
      removed,
      problems,
    }
  }
  return Object.freeze({
    kind: 'custom',
    namespaces: Object.freeze([namespace]),
    index: async (gateway, request) => {
      request.signal?.throwIfAborted()
      if (request.names?.includes(namespace) === false) return []
      try {
        return [Object.freeze(await index(gateway, request))]
      } catch (error) {
        request.signal?.throwIfAborted()
        return [
          Object.freeze({
            ...describe(namespace, folder),
            complete: false,
            available: false,
            tools: toolsOf(gateway, namespace).length,
            changed: [],
            removed: [],
            problems: [toProblem(error)],
          }),
        ]
      }
    },
  } satisfies Indexer)
}

function readYaml({ text, file }: { readonly text: string; readonly file: string }): JsonValue {
  return parseYaml(text, (why) => new CustomToolError(why, { file, path: '' }))
}

function atName(file: string): CustomToolDetails {
  return { file, path: 'metadata.name' }
}

function describe(namespace: string, folder: string): Pick<IndexedSource, 'name' | 'description'> {
  return { name: namespace, description: `Definitions in ${folder}.` }
}

function toOrigin(text: string): string {
  if (URL.canParse(text)) {
    const { protocol, origin, href } = new URL(text)
    if (/^https?:$/u.test(protocol) && `${origin}/` === href) return origin
  }
  throw new TypeError(`${quote(text)} is no origin; write it as https://api.example.com.`)
}

async function register(
  gateway: Gateway,
  tool: LocalTool,
  { namespace, listed }: { readonly namespace: string; readonly listed: Set<string> },
): Promise<{ readonly id: string; readonly isChanged: boolean }> {
  const report = await gateway.register([tool], { namespace })
  const [id = ''] = [...report.registered, ...report.updated, ...report.unchanged]
  listed.add(id)
  return { id, isChanged: report.unchanged.length === 0 }
}

function toolsOf(gateway: Gateway, namespace: string): ReturnType<Gateway['discovery']['index']['list']> {
  return gateway.discovery.index.list({ namespaces: [namespace], backends: ['local'] })
}

/** What no file defines any more leaves; what a file that could not be read defined before stays. */
function removeUnlisted(
  gateway: Gateway,
  namespace: string,
  { listed, kept }: { readonly listed: ReadonlySet<string>; readonly kept: ReadonlySet<string> },
): readonly string[] {
  return toolsOf(gateway, namespace).flatMap(({ tool }) => {
    const file = toolMeta(tool, FILE_META_KEY)
    if (listed.has(tool.id) || (typeof file === 'string' && kept.has(file))) return []
    gateway.unregister(tool.id)
    return tool.id
  })
}

/** Holds the limit and the time of a tool. */
function guard(
  { run, timeoutMs, tool }: CustomDefinition,
  limiter: RateLimiter | undefined,
  clock: Clock,
): ToolHandler {
  return async (args, context) => {
    const turn = limiter?.take()
    if (turn?.isAllowed === false) {
      const { retryAfterMs } = turn
      return failureResult(
        'RATE_LIMITED',
        `The limit of this tool is reached. Call it again in ${retryAfterMs} ms.`,
        {
          tool: tool.name,
          outcome: 'notRun',
          retryAfterMs,
        },
      )
    }
    return withTimeLimit(async (signal) => run(args, { ...context, signal, abortSignal: signal }), {
      clock,
      timeoutMs,
      signal: context.signal,
      onTimeout: () => new CustomToolFailedError(`It did not end within ${timeoutMs} ms.`),
    })
  }
}
