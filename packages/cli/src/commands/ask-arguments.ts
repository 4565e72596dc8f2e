import type { JsonObject, JsonSchema } from '@toolscout/model'
import { isJsonObject, messageOf } from '@toolscout/model/internal'
import type { CliHost } from '../host.ts'
import type { TypedLines } from '../terminal/ask.ts'
import { shown } from '../terminal/columns.ts'
import { createPalette } from '../terminal/output.ts'
import { readPairs } from './call-arguments.ts'

/** Most arguments that are shown; those that must be given are asked for whatever their number. */
const MAX_SHOWN = 40

/**
 * Shows the arguments of a tool and asks for those that must be given, then for the others until an empty line. Rejects
 * when the host's signal aborts.
 */
export async function askArguments(
  schema: JsonSchema,
  { host, lines }: { readonly host: CliHost; readonly lines: TypedLines },
): Promise<JsonObject> {
  const properties = isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties : {}
  const listed = isJsonObject(schema) && Array.isArray(schema.required) ? schema.required : []
  const required = listed.filter((name) => typeof name === 'string')
  const others = Object.keys(properties).filter((name) => !required.includes(name))
  if (required.length === 0) return {}
  const { dim, bold } = createPalette(host.stderr, host.env)
  const say = (line: string): void => host.stderr.write(`${line}\n`)
  for (const name of [...required, ...others].slice(0, MAX_SHOWN))
    say(
      `  ${bold(shown(name, 80))}${required.includes(name) ? '' : dim(' (optional)')}  ${tellProperty(properties[name])}`,
    )
  const pairs: string[] = []
  for (const name of required) {
    host.stderr.write(`${shown(name, 80)}: `)
    const line = await lines.next()
    if (line === undefined) break
    if (line !== '') pairs.push(`${name}=${line}`)
  }
  if (others.length > 0) say(dim('More as key=value, an empty line to call it.'))
  while (others.length > 0) {
    host.stderr.write('> ')
    const line = await lines.next()
    if (line === undefined || line === '') break
    try {
      readPairs([line], schema)
      pairs.push(line)
    } catch (error) {
      say(messageOf(error))
    }
  }
  return readPairs(pairs, schema)
}

/** Kind and meaning of an argument in one line. */
export function tellProperty(schema: unknown): string {
  if (!isJsonObject(schema)) return ''
  const { type, enum: values, description, default: preset } = schema
  const kind = Array.isArray(values)
    ? values.map((value) => JSON.stringify(value)).join(' | ')
    : [type ?? ''].flat().join(' | ')
  const usual = preset === undefined ? '' : `, default ${JSON.stringify(preset)}`
  const meaning = typeof description === 'string' ? `  ${description}` : ''
  return shown(`${kind}${usual}${meaning}`, 200)
}
