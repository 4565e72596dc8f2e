import type { JsonObject } from '@toolscout/model'
import { cleanText, isJsonObject, takeCodePoints } from '@toolscout/model/internal'
import { reference } from '../clients/to-entry.ts'

/** A server that somebody lists, and that is not connected. Foreign texts, cleaned and cut. */
export interface RegisteredServer {
  /** As its registry has it, such as `io.github.acme/docs`. */
  readonly name: string
  readonly description: string
  /** How it would be configured; absent where what is listed does not say it. */
  readonly entry?: JsonObject
  /** Variables that must be set for it. */
  readonly needs: readonly string[]
}

const MAX_NAME = 200
const MAX_DESCRIPTION = 500
const MAX_ARGUMENTS = 50
const NAME = /^[A-Za-z0-9][\w./-]*$/
/** What official registries keep of a listing beside it. */
const OFFICIAL = 'io.modelcontextprotocol.registry/official'
/** How packages are started, by their registry. A name that begins with a dash would be an option of the program. */
const PROGRAMS = {
  npm: { name: /^(?:@[\w.-]+\/)?\w[\w.-]*$/, at: '@', start: ['npx', '-y'] },
  pypi: { name: /^\w[\w.-]*$/, at: '@', start: ['uvx'] },
} as const

/** Whether what a registry lists is of the past: deleted, or not the latest version. */
export function isPast(given: unknown): boolean {
  const meta = isJsonObject(given) ? given._meta : undefined
  const official = isJsonObject(meta) ? meta[OFFICIAL] : undefined
  return isJsonObject(official) && (official.isLatest === false || official.status === 'deleted')
}

/** Reads a server of a registry or a server card; `undefined` for what is none. */
export function readRegistered(given: unknown): RegisteredServer | undefined {
  if (!isJsonObject(given)) return undefined
  const { server = given } = given
  if (!isJsonObject(server) || typeof server.name !== 'string') return undefined
  const name = server.name.trim()
  if (name.length > MAX_NAME || !NAME.test(name)) return undefined
  const texts = [server.title, server.description].filter((text) => typeof text === 'string')
  const description = takeCodePoints(cleanText(texts.join('. ')), MAX_DESCRIPTION)
  const reading = new EntryReading(name)
  const entry = reading.entryOf(server)
  return { name, description, ...(entry && { entry }), needs: reading.needs }
}

/** What a server is called in a configuration: the end of its name. */
export function shortName(name: string): string {
  return name.split('/').at(-1)?.replaceAll('.', '-') ?? name
}

/** How one server would be configured. What its author wrote is put into arguments, never into a shell, and expands no variable. */
class EntryReading {
  readonly needs: string[] = []
  readonly #name: string

  constructor(name: string) {
    this.#name = shortName(name)
  }

  /** Where it is, before how it is installed: nothing is run on this machine then. */
  entryOf({ remotes, packages }: JsonObject): JsonObject | undefined {
    return (
      firstOf(remotes, (remote) => this.#remote(remote)) ?? firstOf(packages, (one) => this.#package(one))
    )
  }

  #remote({ type, url, headers }: JsonObject): JsonObject | undefined {
    const isKnown = type === 'streamable-http' || type === 'sse'
    if (!isKnown || typeof url !== 'string' || !isPlain(url) || !/^https?:\/\//.test(url)) return undefined
    const wanted = this.#wanted(headers, (header) => `${this.#name}_${header}`)
    if (wanted === undefined) return undefined
    const isEmpty = Object.keys(wanted).length === 0
    return { type: type === 'sse' ? 'sse' : 'http', url, ...(!isEmpty && { headers: wanted }) }
  }

  #package(given: JsonObject): JsonObject | undefined {
    const { registryType, identifier, version, runtimeArguments, packageArguments, transport } = given
    const program = PROGRAMS[registryType as keyof typeof PROGRAMS]
    if (program === undefined || (isJsonObject(transport) && transport.type !== 'stdio')) return undefined
    // Options of the program that runs it could do more than the server may; this one stands in many entries, and here.
    if (objectsIn(runtimeArguments).some(({ value }) => value !== '-y')) return undefined
    if (typeof identifier !== 'string' || !program.name.test(identifier)) return undefined
    const pinned =
      typeof version === 'string' && /^\d[\w.+-]*$/.test(version) ? `${program.at}${version}` : ''
    const args = this.#arguments(packageArguments)
    const env = this.#wanted(given.environmentVariables, (name) => name)
    if (args === undefined || env === undefined) return undefined
    const [command, ...first] = program.start
    const isEmpty = Object.keys(env).length === 0
    return { command, args: [...first, `${identifier}${pinned}`, ...args], ...(!isEmpty && { env }) }
  }

  /** Values of headers or variables: those that somebody must give refer to a variable. */
  #wanted(given: unknown, variableOf: (name: string) => string): JsonObject | undefined {
    const values: Record<string, string> = {}
    for (const one of objectsIn(given)) {
      const { name, value, default: other, isRequired, isSecret } = one
      if (typeof name !== 'string' || !/^[A-Za-z_][\w-]{0,99}$/.test(name)) return undefined
      const known = value ?? other
      if (typeof known === 'string' && isPlain(known) && isSecret !== true) values[name] = known
      else if (isRequired === true || isSecret === true || value !== undefined)
        values[name] = this.#need(variableOf(name))
    }
    return values
  }

  #arguments(given: unknown): readonly string[] | undefined {
    const args: string[] = []
    for (const { type, name, value, default: other, valueHint, isRequired } of objectsIn(given)) {
      const known = value ?? other
      const isKnown = typeof known === 'string' && isPlain(known)
      if (!isKnown && isRequired !== true) continue
      const filled = isKnown ? known : this.#need(`${this.#name}_${String(valueHint ?? name ?? 'argument')}`)
      if (type !== 'named') args.push(filled)
      else if (typeof name === 'string' && /^-{1,2}[A-Za-z][\w-]*$/.test(name)) args.push(name, filled)
      else return undefined
    }
    return args
  }

  #need(text: string): string {
    const variable = text.replaceAll(/\W+/g, '_').toUpperCase()
    if (!this.needs.includes(variable)) this.needs.push(variable)
    return reference(variable)
  }
}

function firstOf<T>(given: unknown, read: (one: JsonObject) => T | undefined): T | undefined {
  for (const one of objectsIn(given)) {
    const found = read(one)
    if (found !== undefined) return found
  }
  return undefined
}

function objectsIn(given: unknown): readonly JsonObject[] {
  return Array.isArray(given) ? given.filter(isJsonObject).slice(0, MAX_ARGUMENTS) : []
}

/** Whether a value stands for itself: a brace would be a variable of ours, or a gap that somebody is to fill. */
function isPlain(text: string): boolean {
  return text.length <= 2_000 && !/[{}]/.test(text) && cleanText(text) === text
}
