import type { McpClientOptions } from '@toolscout/mcp'
import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject, raceSignal } from '@toolscout/model/internal'
import type { CliHost } from '../host.ts'
import { readLines, type TypedLines } from '../terminal/ask.ts'
import { shown } from '../terminal/columns.ts'
import { tellProperty } from './ask-arguments.ts'
import { readPairs } from './call-arguments.ts'

/** Most fields of a form; a form with more is declined. */
const MAX_FIELDS = 40
/** How often a field is asked for that must be given, or is given wrong. */
const MAX_TRIES = 3
const DECLINED: JsonObject = Object.freeze({ action: 'decline' })
const CANCELLED: JsonObject = Object.freeze({ action: 'cancel' })

/** What a server asks of the person at the terminal while it works on a call: one question at a time. */
export class AskedPerson {
  /** Whether a question is open, so that nothing else is drawn. */
  isAsked = false
  readonly client: McpClientOptions
  readonly #host: CliHost
  #lines: TypedLines | undefined
  #turn: Promise<unknown> = Promise.resolve()

  /** `isThere`: whether somebody sits at a terminal; else everything is declined. */
  constructor(host: CliHost, isThere: boolean, note: (line: string) => void) {
    this.#host = host
    this.client = {
      capabilities: { elicitation: { form: {}, url: {} } },
      onRequest: (_method, params, { signal }) => {
        const asks = `The server asks: ${shown(String(params.message), 2_000)}`
        if (!isThere) {
          note(`${asks} It was declined, since there is no terminal to ask at.`)
          return Promise.resolve(DECLINED)
        }
        const answer = this.#turn.then(() => this.#answer(asks, params, signal))
        this.#turn = answer.catch(() => {})
        return answer
      },
    }
  }

  /** What the person types. */
  lines(): TypedLines {
    this.#lines ??= readLines(this.#host)
    return this.#lines
  }

  close(): void {
    this.#lines?.close()
  }

  async #answer(asks: string, params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    this.isAsked = true
    this.#say(`\r\u001b[2K${asks}\n`)
    try {
      return params.mode === 'url' ? await this.#visit(params.url, signal) : await this.#fill(params, signal)
    } finally {
      this.isAsked = false
    }
  }

  /** Gives the address to the person, who opens it or not; what happens there is between the two. */
  async #visit(given: unknown, signal: AbortSignal): Promise<JsonObject> {
    const url = typeof given === 'string' && URL.canParse(given) ? new URL(given) : undefined
    if (url === undefined || !/^https?:$/.test(url.protocol)) return DECLINED
    this.#say(
      `It names a page of ${shown(url.host)}. It has not been checked:\n  ${shown(url.href, 4_000)}\n`,
    )
    const line = await this.#ask('Open it yourself. Do you agree? [y/N] ', signal)
    if (line === undefined) return CANCELLED
    return /^y(?:es)?$/i.test(line) ? { action: 'accept' } : DECLINED
  }

  async #fill({ requestedSchema }: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const { properties, required } = isJsonObject(requestedSchema) ? requestedSchema : {}
    const fields = Object.entries(isJsonObject(properties) ? properties : {})
    if (fields.length > MAX_FIELDS) return DECLINED
    const agreed = await this.#ask('Answer? [Y/n] ', signal)
    if (agreed === undefined) return CANCELLED
    if (!/^(?:y(?:es)?)?$/i.test(agreed)) return DECLINED
    const content = new Map<string, JsonValue>()
    for (const [name, schema] of fields) {
      const isRequired = Array.isArray(required) && required.includes(name)
      const field: JsonObject = isJsonObject(schema) ? schema : {}
      const label = typeof field.title === 'string' ? `${field.title} (${name})` : name
      this.#say(`  ${shown(label, 120)}${isRequired ? '' : ' (optional)'}  ${tellProperty(field)}\n`)
      const value = await this.#field(name, { field, isRequired }, signal)
      if (value === 'cancelled') return CANCELLED
      if (value !== undefined) content.set(name, value.is)
    }
    return { action: 'accept', content: Object.fromEntries(content) }
  }

  /** One value; `undefined` for one that is left out. */
  async #field(
    name: string,
    { field, isRequired }: { readonly field: JsonObject; readonly isRequired: boolean },
    signal: AbortSignal,
  ): Promise<{ readonly is: JsonValue } | undefined | 'cancelled'> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const line = await this.#ask(`${shown(name, 80)}: `, signal)
      if (line === undefined) return 'cancelled'
      if (line === '' && field.default !== undefined) return { is: field.default as JsonValue }
      if (line === '' && !isRequired) return undefined
      const is = readField(line, field)
      if (line !== '' && fits(is, field)) return { is }
      this.#say(line === '' ? 'It has to be given.\n' : 'That does not fit.\n')
    }
    return 'cancelled'
  }

  async #ask(prompt: string, signal: AbortSignal): Promise<string | undefined> {
    this.#say(prompt)
    return (await raceSignal(this.lines().next(), signal))?.trim()
  }

  #say(text: string): void {
    this.#host.stderr.write(text)
  }
}

function readField(line: string, field: JsonObject): JsonValue {
  if (field.type === 'boolean' && /^(?:y|yes|n|no)$/i.test(line)) return /^y/i.test(line)
  return readPairs([`value=${line}`], { properties: { value: field } }).value as JsonValue
}

/** Whether a value is of the type, and one of the choices, of a field. The server checks the rest. */
function fits(value: JsonValue, { type, enum: values, oneOf }: JsonObject): boolean {
  const named = Array.isArray(oneOf) ? oneOf.map((one) => (isJsonObject(one) ? one.const : one)) : undefined
  const choices = Array.isArray(values) ? values : named
  if (choices !== undefined) return choices.includes(value)
  if (type === 'integer') return Number.isInteger(value)
  return type === 'array' ? Array.isArray(value) : type === undefined || typeof value === type
}
