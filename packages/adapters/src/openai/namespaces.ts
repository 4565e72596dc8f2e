import type { OpenAiFunction, OpenAiFunctionCall, OpenAiLoadedTool } from './openai-wire.ts'

/** What stands between server and tool in names as they are exported. */
const SEAM = '__'

/** Functions of one server under its name, where the first of them stood; what has no server stays by itself. */
export function inNamespaces(functions: readonly OpenAiFunction[]): OpenAiLoadedTool[] {
  const byName = new Map<string, OpenAiFunction[]>()
  const tools: OpenAiLoadedTool[] = []
  for (const tool of functions) {
    const at = tool.name.indexOf(SEAM)
    if (at <= 0 || at + SEAM.length === tool.name.length) {
      tools.push(tool)
      continue
    }
    const name = tool.name.slice(0, at)
    const inside = { ...tool, name: tool.name.slice(at + SEAM.length) }
    const known = byName.get(name)
    if (known !== undefined) {
      known.push(inside)
      continue
    }
    const members = [inside]
    byName.set(name, members)
    tools.push({ type: 'namespace', name, description: `Tools of ${name}.`, tools: members })
  }
  return tools
}

/** The name of what was called, whether or not a namespace was made of it. */
export function ownNameOf({ name, namespace }: OpenAiFunctionCall): string {
  return typeof namespace === 'string' && namespace !== '' ? `${namespace}${SEAM}${name}` : name
}
