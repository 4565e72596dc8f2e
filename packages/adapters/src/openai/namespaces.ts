import type { OpenAiFunction, OpenAiFunctionCall, OpenAiLoadedTool, OpenAiNamespace } from './openai-wire.ts'

/** What stands between server and tool in names as they are exported. */
const SEAM = '__'

/** Functions of one server under its name, where the first of them stood; what has no server stays by itself. */
export function inNamespaces(functions: readonly OpenAiFunction[]): OpenAiLoadedTool[] {
  const namespaces = new Map<string, OpenAiNamespace>()
  return functions.flatMap((tool): OpenAiLoadedTool[] => {
    const at = tool.name.indexOf(SEAM)
    if (at <= 0 || at + SEAM.length === tool.name.length) return [tool]
    const name = tool.name.slice(0, at)
    const inside = { ...tool, name: tool.name.slice(at + SEAM.length) }
    const known = namespaces.get(name)
    if (known !== undefined) {
      known.tools.push(inside)
      return []
    }
    const namespace: OpenAiNamespace = {
      type: 'namespace',
      name,
      description: `Tools of ${name}.`,
      tools: [inside],
    }
    namespaces.set(name, namespace)
    return [namespace]
  })
}

/** The name of what was called, whether or not a namespace was made of it. */
export function ownNameOf({ name, namespace }: OpenAiFunctionCall): string {
  return typeof namespace === 'string' && namespace !== '' ? `${namespace}${SEAM}${name}` : name
}
