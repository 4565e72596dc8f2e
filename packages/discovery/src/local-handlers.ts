import { isJsonObject, type JsonObject, type ToolHandler, type ToolSetEntry } from '@toolscout/model'

/** What a Standard Schema says of a value: the value as the library reads it, or what is wrong with it. */
export type StandardReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly string[] }

/** A function that runs a tool, and how its arguments are read first. */
export interface LocalHandler {
  readonly run: ToolHandler<unknown>
  /** Applies defaults and transformations of a Standard Schema; takes JSON Schema arguments as they are. */
  readonly read: (args: JsonObject) => Promise<StandardReading>
}

/** The handler of an entry, or `undefined` when it brought none. */
export function toLocalHandler({ definition, handler }: ToolSetEntry): LocalHandler | undefined {
  if (handler === undefined) return undefined
  const schema: unknown = isJsonObject(definition) ? Reflect.get(definition, 'inputSchema') : undefined
  return { run: handler as ToolHandler<unknown>, read: standardReader(schema) }
}

function standardReader(schema: unknown): LocalHandler['read'] {
  const standard: unknown =
    typeof schema === 'object' && schema !== null ? Reflect.get(schema, '~standard') : undefined
  const validate: unknown = isJsonObject(standard) ? Reflect.get(standard, 'validate') : undefined
  if (typeof validate !== 'function') return async (args) => ({ ok: true, value: args })
  return async (args) => {
    const outcome: unknown = await Reflect.apply(validate, standard, [args])
    const { issues, value } = outcome as {
      readonly issues?: readonly { readonly message: string; readonly path?: readonly unknown[] }[]
      readonly value?: unknown
    }
    if (issues === undefined) return { ok: true, value }
    return { ok: false, problems: issues.map(({ message, path }) => `${pathText(path)}${message}`) }
  }
}

function pathText(path: readonly unknown[] | undefined): string {
  if (path === undefined || path.length === 0) return ''
  const keys = path.map((step) =>
    typeof step === 'object' && step !== null ? Reflect.get(step, 'key') : step,
  )
  return `/${keys.map(String).join('/')}: `
}
