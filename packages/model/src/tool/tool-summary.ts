import { isJsonObject, type JsonValue } from '../internal/json/json.ts'
import { oneLine, takeCodePoints, truncate } from '../internal/text/quote.ts'
import type { Backend, McpBackend } from './backend.ts'
import { type Tool, type ToolAnnotations, toolMeta } from './tool.ts'

/** Longest summary of a tool, in code points. */
export const MAX_SUMMARY_LENGTH = 120

/** What is worth saying about a tool before anybody asks for more. Carries no schema. */
export interface ToolSummary {
  readonly id: string
  readonly name: string
  readonly namespace?: string
  readonly version?: string
  readonly title?: string
  /** `_meta.summary`, else the description: one line, at most 120 code points; empty when there is neither. */
  readonly summary: string
  readonly tags: readonly string[]
  readonly category?: string
  readonly inputModes?: readonly string[]
  readonly outputModes?: readonly string[]
  readonly capabilities?: readonly string[]
  /** Names of the security schemes a call needs, each once, in order. */
  readonly security?: readonly string[]
  readonly annotations?: ToolAnnotations
  /** Where the tool can be called, in order of registration; without names it is not shown by. */
  readonly backends: readonly Backend[]
}

/** Sums up a tool. The result is frozen and shares the tool's frozen values. */
export function toToolSummary(tool: Tool, backends: readonly Backend[]): ToolSummary {
  const { id, name, namespace, version, title, tags, category, inputModes, outputModes, capabilities } = tool
  const security = securitySchemes(tool)
  return Object.freeze({
    id,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    ...(version === undefined ? {} : { version }),
    ...(title === undefined ? {} : { title }),
    summary: summaryText(tool, MAX_SUMMARY_LENGTH),
    tags,
    ...(category === undefined ? {} : { category }),
    ...(inputModes === undefined ? {} : { inputModes }),
    ...(outputModes === undefined ? {} : { outputModes }),
    ...(capabilities === undefined ? {} : { capabilities }),
    ...(security.length === 0 ? {} : { security }),
    ...(tool.annotations === undefined ? {} : { annotations: tool.annotations }),
    backends: backends.some(hasOwnName) ? Object.freeze(backends.map(withoutName)) : backends,
  })
}

/** A server's name for a tool may contain invisible characters, and a summary is displayed. */
function withoutName(backend: Backend): Backend {
  return hasOwnName(backend) ? Object.freeze({ kind: 'mcp', server: backend.server }) : backend
}

function hasOwnName(backend: Backend): backend is McpBackend {
  return backend.kind === 'mcp' && backend.tool !== undefined
}

/** What a tool is for, in one line of at most `maxCodePoints` code points. */
export function summaryText(tool: Tool, maxCodePoints: number): string {
  const given = toolMeta(tool, 'summary')
  const text = typeof given === 'string' && given.trim() !== '' ? given : (tool.description ?? '')
  const head = takeCodePoints(text, 8 * maxCodePoints)
  return truncate(oneLine(head), maxCodePoints)
}

/** Scheme names from `_meta.securityRequirements`, else from `_meta.securitySchemes`. */
function securitySchemes(tool: Tool): readonly string[] {
  const requirements = toolMeta(tool, 'securityRequirements')
  const required = Array.isArray(requirements)
    ? requirements.flatMap((item: JsonValue) => (isJsonObject(item) ? Object.keys(item) : []))
    : []
  const schemes = toolMeta(tool, 'securitySchemes')
  const named = required.length > 0 ? required : isJsonObject(schemes) ? Object.keys(schemes) : []
  return Object.freeze([...new Set(named)].sort())
}
