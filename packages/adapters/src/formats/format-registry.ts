import { compareIds, type Tool, ToolscoutError } from '@toolscout/model'
import { checkOption, nearestNames, quote } from '@toolscout/model/internal'
import { ConversionError, FormatExistsError, FormatNotFoundError } from '../errors.ts'
import type { SchemaLoss } from '../schema/schema-loss.ts'
import { a2aFormat } from './a2a-format.ts'
import { anthropicFormat, geminiFormat, mcpFormat, openAiFormat } from './provider-formats.ts'
import type { ToolFormat, WrittenFormat } from './tool-format.ts'

/** Something a conversion lost, and between which formats. */
export interface ConversionLoss extends SchemaLoss {
  readonly from: string
  readonly to: string
}

/** A tool in another format. */
export interface Conversion {
  readonly value: WrittenFormat['value']
  /** What was read on the way. */
  readonly tool: Tool
  /** In the order of the definition; none for a format that holds everything. */
  readonly losses: readonly ConversionLoss[]
}

/** Formats by name. */
export interface FormatRegistry {
  /** @throws FormatExistsError `FORMAT_EXISTS`. */
  readonly register: (format: ToolFormat) => void
  readonly get: (name: string) => ToolFormat | undefined
  /** In ascending order of name. */
  readonly list: () => readonly ToolFormat[]
  /** Whether there was one. */
  readonly unregister: (name: string) => boolean
  /**
   * Reads a value in one format and writes it in another, which may be the same.
   *
   * @throws FormatNotFoundError `FORMAT_NOT_FOUND`, ConversionError `CONVERSION_FAILED`.
   */
  readonly convert: (value: unknown, from: string, to: string) => Conversion
}

/** Creates a registry of formats; without a list, of `a2a`, `anthropic`, `gemini`, `mcp` and `openai`. */
export function createFormatRegistry(
  formats: readonly ToolFormat[] = [a2aFormat, anthropicFormat, geminiFormat, mcpFormat, openAiFormat],
): FormatRegistry {
  const byName = new Map<string, ToolFormat>()
  const register = (format: ToolFormat): void => {
    checkOption('format', format, { functions: ['parse', 'write'] })
    const { name } = format
    if (byName.has(name))
      throw new FormatExistsError(`There is a format ${quote(name)} already; unregister it first.`, name)
    byName.set(name, format)
  }
  const getOrThrow = (name: string): ToolFormat => {
    const format = byName.get(name)
    if (format !== undefined) return format
    const names = [...byName.keys()].sort(compareIds)
    const [near] = nearestNames(name, names)
    const hint = near === undefined ? `There are ${names.join(', ')}.` : `Did you mean ${near}?`
    throw new FormatNotFoundError(`There is no format ${quote(name)}. ${hint}`, name, names)
  }
  for (const format of formats) register(format)
  return Object.freeze({
    register,
    get: (name) => byName.get(name),
    list: () => [...byName.values()].sort((a, b) => compareIds(a.name, b.name)),
    unregister: (name) => byName.delete(name),
    convert: (value, from, to) => {
      const [source, target] = [getOrThrow(from), getOrThrow(to)]
      const tool = guarded(from, 'parse', () => source.parse(value))
      const written = guarded(to, 'write', () => target.write(tool))
      const losses = written.losses.map((loss) => Object.freeze({ ...loss, from, to }))
      return Object.freeze({ value: written.value, tool, losses: Object.freeze(losses) })
    },
  } satisfies FormatRegistry)
}

/** Wraps what a third-party format throws in an error that names the format. */
function guarded<T>(format: string, direction: 'parse' | 'write', work: () => T): T {
  try {
    return work()
  } catch (cause) {
    if (cause instanceof ToolscoutError) throw cause
    const message = `The format ${quote(format)} failed to ${direction} a tool.`
    throw new ConversionError(message, format, direction, cause)
  }
}
