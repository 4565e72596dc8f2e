import type { Gateway } from '@toolscout/gateway'
import { type ListedTool, withheldTool } from '@toolscout/gateway/internal'
import type { JsonValue, Tool, ToolSummary } from '@toolscout/model'
import { toolMeta } from '@toolscout/model/internal'
import { type RateLimit, readRateLimit } from './custom/rate-limit.ts'
import {
  CAPABILITY_RULES,
  type CapabilityRules,
  DEFAULT_MIN_CONFIDENCE,
  type RatedCapability,
  rateCapabilities,
} from './exposure/capabilities.ts'
import { readSaidTerms, type SaidTerms } from './exposure/match-reason.ts'
import type { SourceKind } from './indexer.ts'
import type { IndexedTool } from './loom.ts'
import { APPROVAL_META_KEY, RATE_LIMIT_META_KEY, TARGET_META_KEY } from './meta-keys.ts'
import {
  CUSTOM_NAMESPACE,
  hasBackend,
  kindOfTool,
  sourceNameOf,
  toLoomId,
  unversionedId,
} from './tool-ids.ts'

/** What follows from one definition, and from nothing else. Frozen. */
export interface DefinitionFacts {
  readonly tool: Tool
  /** Those that are sure enough. */
  readonly capabilities: readonly RatedCapability[]
  readonly keywords: readonly string[]
  readonly said: SaidTerms
  /** What it says; whether it counts depends on where the tool comes from. */
  readonly rateLimit: RateLimit | undefined
}

/** What facts are worked out by. */
export interface ToolFactsOptions {
  readonly rules?: CapabilityRules | undefined
  readonly customNamespaces?: ReadonlySet<string> | undefined
  /** What the operator decides; `undefined` leaves it to the rules. */
  readonly decide?: ((tool: ListedTool) => boolean | undefined) | undefined
  /** When a tool of a source was indexed, where that is known. */
  readonly indexedAt?: ((id: string, kind: SourceKind, source: string) => number | undefined) | undefined
}

const NONE: readonly never[] = Object.freeze([])

/** What is known of a gateway's tools beside what it keeps. A definition never changes, so what follows from it is kept with it. */
export class ToolFacts {
  readonly customNamespaces: ReadonlySet<string>
  readonly #gateway: Gateway
  readonly #rules: CapabilityRules
  readonly #decide: NonNullable<ToolFactsOptions['decide']>
  readonly #indexedAt: NonNullable<ToolFactsOptions['indexedAt']>
  /** Of all tools, since a filter asks for all. */
  readonly #rated = new WeakMap<Tool, readonly RatedCapability[]>()
  /** Of those that were found. */
  readonly #facts = new WeakMap<Tool, DefinitionFacts>()

  constructor(gateway: Gateway, { rules, customNamespaces, decide, indexedAt }: ToolFactsOptions = {}) {
    this.customNamespaces = customNamespaces ?? new Set([CUSTOM_NAMESPACE])
    this.#gateway = gateway
    this.#rules = { ...CAPABILITY_RULES, ...rules }
    this.#decide = decide ?? (() => undefined)
    this.#indexedAt = indexedAt ?? (() => undefined)
  }

  kindOf(summary: ToolSummary): SourceKind {
    return kindOfTool(summary, this.customNamespaces)
  }

  /** All that any word says, however uncertain. */
  capabilitiesOf(id: string): readonly RatedCapability[] {
    const tool = this.#toolOf(id)
    return tool === undefined ? NONE : this.#rate(tool)
  }

  /** What follows from the definition an id has now; `undefined` when there is none. */
  definitionOf(id: string): DefinitionFacts | undefined {
    const tool = this.#toolOf(id)
    if (tool === undefined) return undefined
    const facts = this.#facts.get(tool) ?? this.#read(tool)
    this.#facts.set(tool, facts)
    return facts
  }

  requiresApproval(listed: ListedTool): boolean {
    const tool = this.#toolOf(listed.id)
    // What is gone while somebody asks is not to be run in passing.
    return this.#decide(listed) ?? (tool === undefined || needsApproval(listed, tool))
  }

  /** The id of the server's tool that a tool leads to. */
  targetOf(listed: ListedTool): string | undefined {
    const tool = this.#toolOf(listed.id)
    const target = tool && localMeta(listed, tool, TARGET_META_KEY)
    return typeof target === 'string' ? target : undefined
  }

  /** A tool with what is known of it. */
  toIndexed(listed: ListedTool, { includeSchemas }: { readonly includeSchemas: boolean }): IndexedTool {
    const { summary, id } = listed
    const known = this.definitionOf(id)
    const shown = withheldTool(summary) ?? known?.tool
    const source = this.kindOf(summary)
    const server = summary.backends.find(({ kind }) => kind === 'mcp')
    const { inputSchema, outputSchema } = (includeSchemas ? shown : undefined) ?? {}
    const limit = source === 'custom' ? known?.rateLimit : undefined
    const indexedAt = this.#indexedAt(id, source, sourceNameOf(summary, source))
    return Object.freeze({
      id: this.idOf(summary, source),
      toolId: id,
      name: summary.name,
      description: shown?.description ?? '',
      source,
      ...(source === 'mcp' && server?.kind === 'mcp' && { server: server.server }),
      ...(summary.version !== undefined && { version: summary.version }),
      ...(inputSchema && { inputSchema }),
      ...(outputSchema && { outputSchema }),
      tags: summary.tags,
      capabilities: known?.capabilities ?? NONE,
      keywords: known?.keywords ?? NONE,
      examples: shown?.examples ?? NONE,
      ...(indexedAt !== undefined && { indexedAt }),
      requiresApproval: [listed, this.#gateway.resolve(this.targetOf(listed) ?? '')].some(
        (called) => called !== undefined && this.requiresApproval(called),
      ),
      ...(limit && { rateLimit: limit }),
      readiness: listed.readiness,
    })
  }

  /** Without its version, unless that means another tool. */
  idOf(summary: ToolSummary, kind: SourceKind): string {
    const { id } = summary
    if (summary.version === undefined) return toLoomId(id, kind)
    const short = unversionedId(summary)
    return toLoomId(this.#gateway.discovery.get(short)?.tool.id === id ? short : id, kind)
  }

  #toolOf(id: string): Tool | undefined {
    return this.#gateway.discovery.index.get(id)?.tool
  }

  #rate(tool: Tool): readonly RatedCapability[] {
    const rated = this.#rated.get(tool) ?? Object.freeze(rateCapabilities(tool, this.#rules))
    this.#rated.set(tool, rated)
    return rated
  }

  #read(tool: Tool): DefinitionFacts {
    return Object.freeze({
      tool,
      capabilities: Object.freeze(
        this.#rate(tool).filter(({ confidence }) => confidence >= DEFAULT_MIN_CONFIDENCE),
      ),
      keywords: keywordsOf(tool.name, tool.description),
      said: readSaidTerms(tool),
      rateLimit: readRateLimit(toolMeta(tool, RATE_LIMIT_META_KEY)),
    })
  }
}

/** Whole words in the name of a tool that say it runs or changes something. */
const DANGEROUS: ReadonlySet<string> = new Set([
  ...['bash', 'shell', 'exec', 'execute', 'eval', 'command', 'terminal', 'sudo', 'kill'],
  ...['write', 'overwrite', 'delete', 'remove', 'drop', 'truncate', 'destroy', 'purge', 'wipe', 'format'],
  ...['deploy', 'pay', 'transfer', 'purchase'],
])

/**
 * Whether somebody must agree before a tool is run. A server that is not trusted has no say, in hints or in names:
 * its tools need it. Of the others a definition may say it, then the hints of MCP, then words in the name.
 */
function needsApproval(listed: ListedTool, tool: Tool): boolean {
  if (!listed.trusted) return true
  const said = localMeta(listed, tool, APPROVAL_META_KEY)
  if (typeof said === 'boolean') return said
  const { readOnlyHint, destructiveHint } = tool.annotations ?? {}
  if (readOnlyHint === true) return false
  return destructiveHint ?? wordsOfName(tool.name).some((word) => DANGEROUS.has(word))
}

/** What the `_meta` of a function of this process says; what a server writes there is never looked at. */
export function localMeta({ summary }: ListedTool, tool: Tool, member: string): JsonValue | undefined {
  return hasBackend(summary.backends, 'local') ? toolMeta(tool, member) : undefined
}

function wordsOfName(name: string): readonly string[] {
  const apart = name.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').toLowerCase()
  return apart.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Most keywords of one tool. */
export const MAX_KEYWORDS = 20
/** Shortest word in code points that says something, in scripts that write words of letters. */
const MIN_LENGTH = 3
/** How much of a description is looked through, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 4_000
/** The stop-words of Loom. */
const STOP_WORDS = new Set(
  'the a an and or is are was were be to of in for on with this that it as by from at can will'.split(' '),
)
/** Scripts that write no spaces, and in which a word is a character or two. */
const DENSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/**
 * The words a tool is known by, from its name and description: in lower case, each once, in their order, without words
 * that every text has. An identifier such as `http_request` is one word. Any script.
 */
export function keywordsOf(name: string, description = ''): readonly string[] {
  const text = `${name} ${description.slice(0, MAX_TEXT_LENGTH)}`.normalize('NFKC').toLowerCase()
  const runs = text.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []
  const words = runs.flatMap((run) => (DENSE.test(run) ? segments(run) : run)).filter(isKeyword)
  return Object.freeze([...new Set(words)].slice(0, MAX_KEYWORDS))
}

function segments(text: string): readonly string[] {
  return [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? segment : []))
}

function isKeyword(word: string): boolean {
  if (STOP_WORDS.has(word)) return false
  return DENSE.test(word) || [...word].length >= MIN_LENGTH
}
