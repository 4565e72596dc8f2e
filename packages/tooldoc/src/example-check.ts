import { type Tool, type ToolExample, ToolscoutError } from '@toolscout/model'
import { quote } from '@toolscout/model/internal'
import type { SchemaValidator } from '@toolscout/schema'
import { InvalidExampleError } from './errors.ts'
import { type ToolDocNotice, toNotice } from './tool-doc-entry.ts'

/**
 * Checks examples against the input schema of their tool. What could not be checked, because the schema itself or a
 * part of it cannot be used, is reported once and not refused.
 *
 * @throws InvalidExampleError `INVALID_EXAMPLE` for the first example that does not fit.
 */
export async function checkExamples(
  tool: Tool,
  examples: readonly ToolExample[],
  validator: Pick<SchemaValidator, 'validate'>,
): Promise<readonly ToolDocNotice[]> {
  let partly: ToolDocNotice | undefined
  for (const [index, example] of examples.entries()) {
    try {
      const result = await validator.validate(tool.inputSchema, example.arguments)
      if (!result.valid) throw misfit(tool, { index, title: example.title ?? '', issues: result.issues })
      const [unchecked] = result.unchecked
      if (unchecked !== undefined) partly ??= toNotice(`examples[${index}]`, unchecked.message)
    } catch (error) {
      if (error instanceof InvalidExampleError || !(error instanceof ToolscoutError)) throw error
      // The schema is the same for all examples, so one notice says it all.
      return [toNotice(`examples[${index}]`, `The examples could not be checked: ${error.message}`)]
    }
  }
  return partly === undefined ? [] : [partly]
}

function misfit(tool: Tool, found: Omit<InvalidExampleError['details'], 'id'>): InvalidExampleError {
  const [first] = found.issues
  return new InvalidExampleError(
    `Example ${found.index} (${quote(found.title)}) does not fit the input schema of ${quote(tool.id)}. ${first?.message ?? ''}`,
    { id: tool.id, ...found },
  )
}
