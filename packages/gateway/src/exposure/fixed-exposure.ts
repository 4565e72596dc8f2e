import type { ToolHost } from '@toolscout/discovery'
import type { ListedTool } from '@toolscout/discovery/internal'
import {
  type Exposure,
  estimateTokens,
  type JsonObject,
  type TokenCounter,
  type ToolResult,
} from '@toolscout/model'
import type { ServedCall, ServedTool } from '@toolscout/model/internal'
import { createSchemaValidator } from '@toolscout/schema'
import type { HostTools } from './host-tools.ts'
import { contentsCard, countInside, hasKinds, namesInside } from './inside.ts'
import { createMetaTool, type MetaToolDefinition } from './meta-tool.ts'
import { notListed } from './refusals.ts'
import { type RememberedNames, rememberNames } from './remembered-names.ts'
import { rememberServerWords, type ServerWords, serverWordsLine } from './server-words.ts'

/** What an exposure lists, and how it answers. */
export interface FixedExposureDeps {
  readonly tools: readonly MetaToolDefinition[]
  /** The one of them whose description says what is inside. Default: none. */
  readonly search?: string
  /** Default: an estimate. */
  readonly countTokens?: TokenCounter
  /** Most tokens of what servers say about themselves, which stands below that. Default: none. */
  readonly serverWordsTokens?: number
  readonly instructions: string | undefined
  /** Tools of the host that are listed behind them. Default: none. */
  readonly shown?: RememberedNames<HostTools>
  /** What to do about a name that is not listed. Default: nothing. */
  readonly hintOf?: (name: string, principal: string) => string
}

const NO_WORDS: ReadonlyMap<string, ServerWords> = new Map()
const NO_TOOLS: readonly ServedTool[] = Object.freeze([])

/** An exposure that lists the same meta-tools, whatever the host has, and maybe tools of the host behind them. */
export function createFixedExposure(host: ToolHost, deps: FixedExposureDeps): Exposure {
  const { tools, search, countTokens = estimateTokens, instructions, shown, hintOf } = deps
  const maxTokens = deps.serverWordsTokens ?? 0
  const wordsNow = maxTokens === 0 ? () => NO_WORDS : rememberServerWords(host)
  const validator = createSchemaValidator()
  const byName = new Map(tools.map((tool) => [tool.name, createMetaTool(tool, validator)]))
  const everything = shown ?? rememberNames(host, (all) => ({ tools: all, served: NO_TOOLS }))
  let written:
    | {
        readonly tools: readonly ListedTool[]
        readonly words: ReadonlyMap<string, ServerWords>
        readonly key: string
        readonly line: string | undefined
        readonly hasKinds: boolean
      }
    | undefined
  let last: { readonly served: readonly ServedTool[]; readonly told: string } | undefined
  let list: readonly ServedTool[] = []
  return Object.freeze({
    instructions: () => instructions,
    list: (principal) => {
      const { tools: all, served: behind } = everything.fresh(principal)
      const inside = (): NonNullable<typeof written> => {
        const names = namesInside(host, principal, all)
        const key = names.join('\n')
        const words = wordsNow()
        if (written?.tools !== all || written.words !== words || written.key !== key) {
          const servers = countInside(names, all)
          const card = contentsCard(servers, countTokens, all)
          const said = serverWordsLine(servers, words, { maxTokens, countTokens })
          const lines = [card, said].filter((line) => line !== undefined)
          const line = lines.length === 0 ? undefined : lines.join('\n')
          written = { tools: all, words, key, line, hasKinds: hasKinds(all) }
        }
        return written
      }
      const { line, hasKinds: isMixed = false } = search === undefined ? {} : inside()
      const told = `${isMixed} ${line}`
      // The same array while nothing changed, so that adapters write it once.
      if (last?.served !== behind || last.told !== told) {
        last = { served: behind, told }
        const own = Array.from(byName.values(), ({ served }) =>
          served.name === search ? withInside(served, line, isMixed) : served,
        )
        list = Object.freeze([...own, ...behind])
      }
      return list
    },
    call: async (name, args, call) => {
      const meta = byName.get(name)
      if (meta !== undefined) return meta.call(args, call)
      const { principal } = call
      const tool = shown === undefined ? undefined : findShown(host, shown, { name, principal })
      if (tool !== undefined) return runListedTool(host, tool, args, call)
      const listed = [...byName.keys(), ...(shown?.fresh(principal).toolOf.keys() ?? [])]
      return notListed(name, listed, hintOf?.(name, principal))
    },
    followsCatalog: true,
  } satisfies Exposure)
}

/** The tool that is listed under a name. A policy may hide it since it was. */
function findShown(
  host: ToolHost,
  shown: RememberedNames<HostTools>,
  { name, principal }: { readonly name: string; readonly principal: string },
): ListedTool | undefined {
  const tool = shown.of(principal).toolOf.get(name)
  return tool === undefined ? undefined : host.resolve(tool.id, { principal })
}

/** Runs a tool that is listed as it is: clients refuse a result that lacks the data its definition promises. */
function runListedTool(
  host: ToolHost,
  { id }: ListedTool,
  args: unknown,
  { principal, signal, onProgress, client }: ServedCall,
): Promise<ToolResult> {
  const wholeData = host.get(id, { principal })?.tool.outputSchema !== undefined
  return host.call(id, args, { principal, signal, onProgress, client, wholeData })
}

/** The tool that searches, with the line that says what is inside; it is asked for a kind where there are several, which that line counts. */
function withInside(served: ServedTool, line: string | undefined, isMixed: boolean): ServedTool {
  const { kind, ...rest } = served.inputSchema.properties as JsonObject
  const asked = kind !== undefined && isMixed ? { ...rest, kind: { type: 'string' } } : rest
  const inputSchema = { ...served.inputSchema, properties: asked }
  const description = [served.description ?? '', ...(line === undefined ? [] : [line])].join('\n')
  return Object.freeze({ ...served, description, inputSchema })
}
