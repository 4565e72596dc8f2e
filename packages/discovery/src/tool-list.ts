import type { RegisteredTool, ToolIndex } from '@toolscout/index'
import { quote } from '@toolscout/model/internal'
import type { CalledTool, CallOptions } from '@toolscout/runtime'
import { callAll, unknownTool } from '@toolscout/runtime/internal'
import type { Discovery, ToolSubset } from './discovery.ts'
import type { References, ToolReference } from './references.ts'
import type { ToolCalls } from './tool-calls.ts'
import type { ListedTool, ToolReadiness } from './tool-host.ts'
import type { ToolSources } from './tool-sources.ts'

const READY: ToolReadiness = Object.freeze({ state: 'ready' })

/** What tools are listed from. */
export interface ToolListDeps {
  readonly index: ToolIndex
  readonly references: References
  readonly sources: ToolSources
  readonly calls: ToolCalls
}

/** The members of a facade that list tools without ranking them. */
export type ToolList = Pick<
  Discovery,
  'list' | 'count' | 'resolve' | 'get' | 'subset' | 'servers' | 'ready' | 'version' | 'onToolsChanged'
>

/** Creates the lists of a facade. */
export function createToolList({ index, references, sources, calls }: ToolListDeps): ToolList {
  const readinessOf = (source: string): ToolReadiness => {
    if (sources.isTaken(source)) return READY
    return Object.freeze({ state: 'unavailable', hint: `${quote(source)} is not connected.` })
  }
  const toListed = ({ summary }: RegisteredTool): ListedTool => {
    const { id, name, backends } = summary
    const isLocal = backends.some(({ kind }) => kind === 'local')
    const [backend] = backends
    const source = backend?.kind === 'mcp' ? backend.server : undefined
    return Object.freeze({
      id,
      exportName: references.exportNames().nameOf(id) ?? name,
      summary,
      readiness: isLocal || source === undefined ? READY : readinessOf(source),
      trusted: isLocal,
      alwaysVisible: false,
    })
  }
  return {
    list: () => Object.freeze(index.list().map(toListed)),
    count: () => index.size,
    resolve: (reference) => {
      const found = references.find(reference)
      return found === undefined ? undefined : toListed(found)
    },
    get: (reference) => references.find(reference),
    subset: (given) => createSubset(given, { index, references, calls }),
    servers: () =>
      Object.freeze(sources.names().map((name) => Object.freeze({ name, state: readinessOf(name).state }))),
    ready: async ({ signal } = {}) => signal?.throwIfAborted(),
    version: () => String(index.version),
    onToolsChanged: (listener) => index.onChange(() => listener()),
  }
}

function createSubset(
  given: readonly ToolReference[] | undefined,
  { index, references, calls }: Omit<ToolListDeps, 'sources'>,
): ToolSubset {
  const list = (): readonly CalledTool[] => {
    const found =
      given === undefined ? index.list() : given.flatMap((reference) => references.find(reference) ?? [])
    return found.map(({ tool }) =>
      Object.freeze({ name: references.exportNames().nameOf(tool.id) ?? tool.name, tool }),
    )
  }
  const get = (name: string): CalledTool | undefined => list().find((tool) => tool.name === name)
  const call = async (
    name: string,
    args?: unknown,
    options: CallOptions = {},
  ): ReturnType<ToolSubset['call']> => {
    const tool = get(name)
    if (tool !== undefined) return calls.call(tool.tool.id, args, options)
    return unknownTool(
      name,
      list().map((known) => known.name),
    ).refusal
  }
  return Object.freeze({
    list,
    call,
    callAll: (all, options = {}) => callAll(all, { options, call, get }),
  } satisfies ToolSubset)
}
