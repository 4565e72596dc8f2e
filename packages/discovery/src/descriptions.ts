import { quote } from '@toolscout/model/internal'
import type { DescribedTools, ToolDocStore } from '@toolscout/tooldoc'
import { checkOptions } from './check-options.ts'
import type { Discovery } from './discovery.ts'
import { type References, toText } from './references.ts'
import type { ToolReference } from './tool-host.ts'

/** Creates `describe` and `render` of a facade. */
export function createDescriptions(
  references: References,
  toolDocs: ToolDocStore,
): Pick<Discovery, 'describe' | 'render'> {
  const idsOf = (given: readonly ToolReference[]): readonly string[] => {
    if (!Array.isArray(given)) throw new TypeError(`References come as a list, not as ${quote(given)}.`)
    return given.map((reference: ToolReference) => references.find(reference)?.tool.id ?? toText(reference))
  }
  const withSuggestions = async (
    failures: DescribedTools['failures'],
    signal: AbortSignal | undefined,
  ): Promise<DescribedTools['failures']> => {
    const known = failures.map(async (failure) =>
      references.find(failure.id) === undefined
        ? Object.freeze({ id: failure.id, error: await references.notFound(failure.id, signal) })
        : failure,
    )
    return Object.freeze(await Promise.all(known))
  }
  return {
    describe: async (given, description = {}) => {
      checkOptions('describe', description)
      const { detail = 'schema', signal } = description
      const ids = idsOf(isList(given) ? given : [given])
      const { docs, failures } = await toolDocs.describeMany(ids, detail, { signal })
      signal?.throwIfAborted()
      return Object.freeze({ docs, failures: await withSuggestions(failures, signal) })
    },
    render: async (given, rendering = {}) => {
      checkOptions('render', rendering)
      return toolDocs.render(idsOf(given), rendering)
    },
  }
}

function isList(given: ToolReference | readonly ToolReference[]): given is readonly ToolReference[] {
  return Array.isArray(given)
}
