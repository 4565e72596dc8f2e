import {
  copyJson,
  InvalidJsonError,
  isJsonObject,
  type JsonObject,
  quote,
  type Tool,
  type ToolResult,
  textResult,
} from '@toolscout/model'
import { formatSignature, type SchemaValidator, type UncheckedKeyword } from '@toolscout/schema'

/** Arguments that fit, as a copy of their own, or the result that says why the tool is not called. */
export type CheckedArguments =
  | { readonly args: JsonObject; readonly unchecked: readonly UncheckedKeyword[] }
  | { readonly refusal: ToolResult }

/** Checks arguments against the tool's schema. Rejects only for the schema, as the validator does. */
export async function checkArguments(
  tool: Tool,
  args: unknown,
  validator: SchemaValidator,
): Promise<CheckedArguments> {
  let copy: unknown
  try {
    copy = copyJson(args ?? {})
  } catch (error) {
    if (!(error instanceof InvalidJsonError)) throw error
    return { refusal: refuseArguments(tool, [error.message]) }
  }
  if (!isJsonObject(copy))
    return { refusal: refuseArguments(tool, [`They are ${quote(args)}; an object is needed.`]) }
  const result = await validator.validate(tool.inputSchema, copy)
  if (!result.valid) {
    // Each message names its place.
    const problems = result.issues.map(({ message }) => message)
    return { refusal: refuseArguments(tool, problems) }
  }
  // What was not looked at as a whole may be anything.
  const whole = result.unchecked.filter(({ reason }) => reason === 'work')
  if (whole.length > 0) {
    return {
      refusal: refuseArguments(
        tool,
        whole.map(({ message }) => message),
      ),
    }
  }
  return { args: copy, unchecked: result.unchecked }
}

/** Says what does not fit and how the tool is called, so that whoever called can mend the call. */
export function refuseArguments(tool: Tool, problems: readonly string[]): ToolResult {
  const lines = [
    `The arguments of ${quote(tool.id)} do not fit, so it was not called.`,
    ...problems.map((problem) => `- ${problem}`),
    `It is called as: ${formatSignature(tool)}`,
  ]
  return {
    ...textResult(lines.join('\n')),
    isError: true,
    structuredContent: { error: 'INVALID_ARGUMENTS', tool: tool.id, problems: [...problems] },
  }
}
