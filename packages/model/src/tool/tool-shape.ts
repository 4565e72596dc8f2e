/** Where other programs keep what MCP calls `inputSchema`: Anthropic, and OpenAI with older AI SDKs. */
const SCHEMA_ALIASES = ['input_schema', 'parameters'] as const

/**
 * Brings a definition into MCP's shape where another one is plain to see: `input_schema` or `parameters` in place of
 * `inputSchema`, and OpenAI's `{ type: 'function', function: { … } }`. Anything else is given back as it is, to be
 * judged by whoever reads it.
 */
export function toMcpShape(definition: unknown): unknown {
  if (!isObject(definition)) return definition
  if (Reflect.get(definition, 'type') === 'function') {
    const { type, function: wrapped, ...members } = definition as { readonly [member: string]: unknown }
    return toMcpShape(isObject(wrapped) ? { ...members, ...wrapped } : members)
  }
  if (Reflect.get(definition, 'inputSchema') != null) return definition
  const alias = SCHEMA_ALIASES.find((member) => isSchema(Reflect.get(definition, member)))
  if (alias === undefined) return definition
  const { [alias]: inputSchema, ...members } = definition as { readonly [member: string]: unknown }
  return { ...members, inputSchema }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Some libraries make their schemas callable. */
function isSchema(value: unknown): boolean {
  return isObject(value) || typeof value === 'function'
}
