import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { CliError } from '../errors.ts'
import { JSONC_MAP } from './jsonc-map.ts'
import type { MapFormat, MapPath } from './map-format.ts'
import { isToml, parseDocument } from './read-document.ts'

/** A text with a map of servers that is changed in place: all else stays, to the byte. */
export class ServerMap {
  readonly file: string
  readonly path: MapPath
  readonly #format: MapFormat
  readonly #mark: string
  #text: string
  #document: JsonObject

  private constructor(file: string, path: MapPath, format: MapFormat, text: string, document: JsonObject) {
    this.file = file
    this.path = path
    this.#format = format
    this.#mark = text.startsWith('\ufeff') ? '\ufeff' : ''
    this.#text = text.slice(this.#mark.length)
    this.#document = document
  }

  /** Opens a text. Of several paths the first that is there counts, else the last. Rejects with `CONFIG_FILE_INVALID`. */
  static async open(file: string, text: string, paths: readonly MapPath[]): Promise<ServerMap> {
    const document = await parseDocument(text, file)
    if (!isJsonObject(document)) throw unusable(file, 'it holds no object')
    const path = paths.find((one) => isJsonObject(mapAt(document, one))) ?? (paths.at(-1) as MapPath)
    for (let length = 1; length <= path.length; length += 1) {
      const value = mapAt(document, path.slice(0, length))
      if (value !== undefined && !isJsonObject(value))
        throw unusable(file, `"${path.slice(0, length).join('.')}" in it is no object`)
    }
    const format = isToml(file) ? (await import('./toml-map.ts')).TOML_MAP : JSONC_MAP
    return new ServerMap(file, path, format, text, document)
  }

  /** The text as it is now, a byte order mark included. */
  get text(): string {
    return this.#mark + this.#text
  }

  get servers(): JsonObject {
    const map = mapAt(this.#document, this.path)
    return isJsonObject(map) ? map : {}
  }

  /** Whether the file holds nothing beside the map. */
  get isAlone(): boolean {
    return sameJson(withMap(this.#document, this.path, {}), {})
  }

  /** Whether another text says the same. */
  isSameDocument(other: ServerMap): boolean {
    return sameJson(this.#document, other.#document)
  }

  put(name: string, value: JsonObject): void {
    if (this.#text.trim() === '') this.#text = this.#format.start
    this.#text = this.#format.put(this.#text, this.path, name, value)
    this.#expect({ ...this.servers, [name]: value })
  }

  take(name: string): void {
    this.#text = this.#format.take(this.#text, this.path, name)
    const { [name]: _taken, ...others } = this.servers
    this.#expect(others)
  }

  /** Puts a server back as it is written in another text of this file, unless one of its name is here. */
  putBack(name: string, from: ServerMap): void {
    const value = from.servers[name]
    const written = this.#format.raw(from.#text, from.path, name)
    if (value === undefined || written === undefined || Object.hasOwn(this.servers, name)) return
    // The map itself may be gone.
    const hasMap = isJsonObject(mapAt(this.#document, this.path))
    this.#text = hasMap
      ? this.#format.putRaw(this.#text, this.path, name, written)
      : this.#format.put(this.#text.trim() === '' ? this.#format.start : this.#text, this.path, name, value)
    this.#expect({ ...this.servers, [name]: value })
  }

  #expect(servers: JsonObject): void {
    this.#document = withMap(this.#document, this.path, servers)
  }

  /** Reads the text again and compares: nothing but servers may have changed. Rejects with `CONFIG_FILE_INVALID`. */
  async verify(): Promise<void> {
    const found = await parseDocument(this.#text, this.file).catch(() => undefined)
    if (sameJson(found, this.#document)) return
    const how = `the map "${this.path.join('.')}" is written in a way that cannot be changed in place`
    throw unusable(this.file, how)
  }
}

function unusable(file: string, why: string): CliError {
  return new CliError('CONFIG_FILE_INVALID', `${file} cannot be changed: ${why}. Nothing was written.`)
}

function mapAt(document: JsonValue | undefined, path: MapPath): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (map, step) => (isJsonObject(map) && Object.hasOwn(map, step) ? map[step] : undefined),
    document,
  )
}

function withMap(document: JsonObject, [step, ...path]: MapPath, map: JsonObject): JsonObject {
  if (step === undefined) return map
  const inner = document[step]
  return { ...document, [step]: withMap(isJsonObject(inner) ? inner : {}, path, map) }
}

/** Whether two values are the same JSON, in whatever order members stand. An empty map is as good as none. */
export function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isJsonObject(value)) return value
  const members = Object.entries(value).map(([key, member]) => [key, sorted(member)] as const)
  return Object.fromEntries(
    members
      .filter(([, member]) => !isJsonObject(member) || Object.keys(member).length > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}
