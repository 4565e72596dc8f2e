import type { Backend, ToolSummary } from '@toolscout/model'
import { quote } from '@toolscout/model/internal'
import { SOURCE_KINDS, type SourceKind } from './indexer.ts'
import { CUSTOM_NAMESPACE, hasBackend, kindOfTool, toLoomId, unversionedId } from './tool-ids.ts'

/** Whether one of a tool's names is meant. */
export type NameTest = (names: readonly string[]) => boolean

/**
 * Prepares names as Loom writes them in rules: exactly, or all that begin with what stands before a `*` at the end.
 *
 * @throws TypeError for a `*` elsewhere, which Loom would never match.
 */
export function compileNames(patterns: readonly string[]): NameTest {
  const tests = patterns.map((pattern) => {
    const begin = pattern.endsWith('*') ? pattern.slice(0, -1) : undefined
    if ((begin ?? pattern).includes('*') || pattern === '') {
      throw new TypeError(`${quote(pattern)} is no name; only a * at its end stands for anything.`)
    }
    return (name: string): boolean => (begin === undefined ? name === pattern : name.startsWith(begin))
  })
  return (names) => tests.some((test) => names.some(test))
}

/** The kinds of source that tools of a backend may be of. */
const KINDS_OF: { readonly [kind in Backend['kind']]: readonly SourceKind[] } = {
  local: ['builtin', 'custom'],
  mcp: ['mcp'],
  provider: ['custom'],
}

/** Every name a tool may be meant by in a rule that forbids; one more than is needed does no harm there. */
export function namesToForbid(tool: ToolSummary): readonly string[] {
  const forms = formsOfId(tool)
  const kinds = tool.backends.flatMap(({ kind }) => KINDS_OF[kind])
  return [...forms, ...bareName(tool), ...kinds.flatMap((kind) => forms.map((form) => toLoomId(form, kind)))]
}

/** The names by which a tool is allowed something: a server that is called `builtin` has none of a function's. */
export function namesToAllow(tool: ToolSummary): readonly string[] {
  const kind = kindOfTool(tool, CUSTOM_NAMESPACES)
  const forms = formsOfId(tool)
  const plain = forms.filter((form) => !SOURCE_KINDS.some((one) => form.startsWith(`${one}:`)))
  return [...plain, ...bareName(tool), ...forms.map((form) => toLoomId(form, kind))]
}

const CUSTOM_NAMESPACES: ReadonlySet<string> = new Set([CUSTOM_NAMESPACE])

/** Its canonical id, with and without a version, and as Loom would write it where its name is not fit for an id. */
function formsOfId(tool: ToolSummary): readonly string[] {
  const { id, name, namespace } = tool
  return [id, unversionedId(tool), ...(namespace === undefined ? [] : [`${namespace}:${name}`])]
}

/** Functions of this process are known by their own name, wherever they stand. */
function bareName({ name, backends }: ToolSummary): readonly string[] {
  return hasBackend(backends, 'local') ? [name] : []
}
