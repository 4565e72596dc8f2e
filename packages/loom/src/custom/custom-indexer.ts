import type { Gateway } from '@toolscout/gateway'
import type { Clock, ToolHandler } from '@toolscout/model'
import {
  checkOptions,
  formatDuration,
  isIdPart,
  type OptionKind,
  quote,
  systemClock,
  toolMeta,
  withTimeLimit,
} from '@toolscout/model/internal'
import { failureResult } from '@toolscout/runtime/internal'
import { CustomToolError, CustomToolFailedError, CustomToolNotAllowedError } from '../errors.ts'
import type { IndexedSource, Indexer, IndexProblem } from '../indexer.ts'
import { FILE_META_KEY } from '../meta-keys.ts'
import { brokenSource, toProblem } from '../problems.ts'
import { CUSTOM_NAMESPACE } from '../tool-ids.ts'
import { readYaml } from './parse-yaml.ts'
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
  /**
   * Programs that definitions may run, exactly as they name them; `docker` for kind `docker`, the interpreter for `python`
   * (`python3`) and `shell` (`sh`). Default none: no program at all.
   */
  readonly allowCommands?: readonly string[] | undefined
  /** Functions that definitions may name as their `handler`. Default none. */
  readonly handlers?: { readonly [name: string]: ToolHandler } | undefined
  /** Values that `${NAME}` stands for in headers, request mappings and environments. Default none: nothing of this process is seen. */
  readonly env?: { readonly [name: string]: string | undefined } | undefined
  /** What makes HTTP calls. Default: that of the platform. */
  readonly fetch?: typeof fetch | undefined
  /** Default: the clock of the platform. */
  readonly clock?: Clock | undefined
}

const OPTIONS = {
  folder: 'string',
  namespace: 'string',
  allowHttp: 'list',
  allowCommands: 'list',
  handlers: 'object',
  env: 'object',
  fetch: 'function',
  clock: { functions: ['now', 'after'] },
} satisfies { [Option in keyof CustomIndexerOptions]-?: OptionKind }

/**
 * Indexes a folder of tools that somebody wrote down in YAML. What runs them must be allowed here. A file that cannot be
 * read, or is wrong now, keeps the tool it had; a folder that cannot be read keeps all; a file that is gone takes its tool
 * along.
 *
 * @throws TypeError for an unknown option, or a namespace or origin that is not valid.
 */
export function createCustomIndexer(options: CustomIndexerOptions): Indexer {
  checkOptions('the options of a custom indexer', options, OPTIONS)
  const { folder, namespace = CUSTOM_NAMESPACE, allowHttp, clock = systemClock } = options
  if (!isIdPart(namespace)) throw new TypeError(`The namespace ${quote(namespace)} is no part of an id.`)
  const allowed: CustomSourceDeps['allowed'] = {
    http: allowHttp && { origins: allowHttp.map(toOrigin), fetch: options.fetch ?? fetch },
    commands: options.allowCommands,
    handlers: options.handlers ?? {},
    env: options.env ?? {},
  }
  const source = new CustomSource({ folder, namespace, allowed, clock })
  return Object.freeze({
    kind: 'custom',
    namespaces: Object.freeze([namespace]),
    index: async (gateway, { names, signal }) => {
      signal?.throwIfAborted()
      return names?.includes(namespace) === false ? [] : [await source.index(gateway, signal)]
    },
  } satisfies Indexer)
}

interface CustomSourceDeps {
  readonly folder: string
  readonly namespace: string
  readonly allowed: Omit<Allowed, 'gateway'>
  readonly clock: Clock
}

/** The tools of one folder. */
class CustomSource {
  readonly #deps: CustomSourceDeps
  readonly #limiters = new Map<string, RateLimiter>()

  constructor(deps: CustomSourceDeps) {
    this.#deps = deps
  }

  async index(gateway: Gateway, signal: AbortSignal | undefined): Promise<IndexedSource> {
    const { folder, namespace } = this.#deps
    const source = { name: namespace, description: `Definitions in ${folder}.` }
    try {
      const { listed, kept, ...found } = await this.#registerAll(gateway, signal)
      const removed = this.#removeUnlisted(gateway, listed, kept)
      const tools = this.#toolsIn(gateway).length
      const complete = kept.size === 0
      return Object.freeze({ ...source, complete, available: true, tools, removed, ...found })
    } catch (error) {
      signal?.throwIfAborted()
      return brokenSource({ ...source, tools: this.#toolsIn(gateway).length }, error)
    }
  }

  /** Registers what the files define. `kept` are files that could not be read. */
  async #registerAll(gateway: Gateway, signal: AbortSignal | undefined) {
    const { folder, namespace, allowed } = this.#deps
    const files = new Map<string, string>()
    const [listed, kept] = [new Set<string>(), new Set<string>()]
    const changed: string[] = []
    const problems: IndexProblem[] = []
    const warnings: string[] = []
    for (const entry of await readCustomFolder(folder)) {
      signal?.throwIfAborted()
      const { file } = entry
      try {
        if ('error' in entry) throw entry.error
        const yaml = readYaml(entry.text, (why) => new CustomToolError(why, { file, path: '' }))
        const definition = readDefinition({ ...yaml, file }, { ...allowed, gateway })
        warnings.push(...definition.warnings)
        const { name, version = '' } = definition.tool
        const first = files.get(`${name}:${version}`)
        if (first !== undefined) {
          throw new CustomToolError(`${quote(first)} defines it already.`, { file, path: 'metadata.name' })
        }
        files.set(`${name}:${version}`, file)
        const tool = { ...definition.tool, execute: this.#guard(definition) }
        const report = await gateway.register([tool], { namespace })
        for (const id of [...report.registered, ...report.updated, ...report.unchanged]) listed.add(id)
        changed.push(...report.registered, ...report.updated)
      } catch (error) {
        problems.push(toProblem(error, file))
        if (!(error instanceof CustomToolNotAllowedError)) kept.add(file)
      }
    }
    return { listed, kept, changed, problems, warnings }
  }

  #toolsIn(gateway: Gateway) {
    return gateway.discovery.index.list({ namespaces: [this.#deps.namespace], backends: ['local'] })
  }

  /** What came from a file and is in none any more leaves; what a file that could not be read defined before stays. */
  #removeUnlisted(
    gateway: Gateway,
    listed: ReadonlySet<string>,
    kept: ReadonlySet<string>,
  ): readonly string[] {
    return this.#toolsIn(gateway).flatMap(({ tool }) => {
      const file = toolMeta(tool, FILE_META_KEY)
      if (typeof file !== 'string' || listed.has(tool.id) || kept.has(file)) return []
      gateway.unregister(tool.id)
      return tool.id
    })
  }

  /** The same limit goes on counting when its tool is read again. */
  #limiterOf({ tool, rateLimit }: CustomDefinition): RateLimiter | undefined {
    if (rateLimit === undefined) return undefined
    const key = JSON.stringify([tool.name, rateLimit.requestsPerMinute, rateLimit.requestsPerHour])
    const limiter = this.#limiters.get(key) ?? createRateLimiter(rateLimit, this.#deps.clock)
    this.#limiters.set(key, limiter)
    return limiter
  }

  /** Holds the limit and the time of a tool. */
  #guard(definition: CustomDefinition): ToolHandler {
    const { run, timeoutMs, tool } = definition
    const limiter = this.#limiterOf(definition)
    return async (args, context) => {
      const retryAfterMs = limiter?.take() ?? 0
      if (retryAfterMs > 0) {
        const message = `The limit of this tool is reached. Call it again in ${formatDuration(retryAfterMs)}.`
        return failureResult('RATE_LIMITED', message, { tool: tool.name, outcome: 'notRun', retryAfterMs })
      }
      if (timeoutMs === undefined) return run(args, context)
      return withTimeLimit(async (signal) => run(args, { ...context, signal, abortSignal: signal }), {
        clock: this.#deps.clock,
        timeoutMs,
        signal: context.signal,
        onTimeout: () => new CustomToolFailedError(`It did not end within ${formatDuration(timeoutMs)}.`),
      })
    }
  }
}

function toOrigin(text: string): string {
  if (URL.canParse(text)) {
    const { protocol, origin, href } = new URL(text)
    if (/^https?:$/u.test(protocol) && `${origin}/` === href) return origin
  }
  throw new TypeError(`${quote(text)} is no origin; write it as https://api.example.com.`)
}
