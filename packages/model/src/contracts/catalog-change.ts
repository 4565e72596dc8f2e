import { InvalidBackendError } from '../errors.ts'
import { copyJson, isJsonObject } from '../internal/json/json.ts'
import { quote, visibleName } from '../internal/text/foreign-text.ts'
import { parseTool } from '../tool/parse-tool.ts'
import { parseBackend } from '../tool/tool-entry.ts'
import { isIdPart } from '../tool/tool-id.ts'
import type { CatalogChange, CatalogItem, CatalogRecord } from './catalog-store.ts'

/** Longest key of an item, in UTF-16 code units. */
const MAX_KEY_LENGTH = 512

/**
 * Reads one change into fresh, frozen values, so that a store may keep them.
 *
 * @throws InvalidToolError `INVALID_TOOL`, InvalidBackendError `INVALID_BACKEND`, InvalidJsonError `INVALID_JSON`, and
 * TypeError for what is no change.
 */
export function readCatalogChange(change: CatalogChange): CatalogChange {
  const type: unknown = typeof change === 'object' && change !== null ? change.type : change
  switch (type) {
    case 'put':
      return Object.freeze({ type, record: readRecord(member(change, 'record')) })
    case 'delete':
      return Object.freeze({ type, id: readText('id', member(change, 'id')) })
    case 'putItem':
      return Object.freeze({ type, item: readItem(member(change, 'item')) })
    case 'deleteItem': {
      const kind = readText('kind', member(change, 'kind'))
      return Object.freeze({ type, kind, key: readText('key', member(change, 'key')) })
    }
    default:
      throw new TypeError(`A change is of type put, delete, putItem or deleteItem, not ${quote(type)}.`)
  }
}

function readRecord(given: unknown): CatalogRecord {
  const { tool } = parseTool(member(given, 'tool'))
  const backends: unknown = member(given, 'backends')
  if (!Array.isArray(backends) || backends.length === 0) {
    throw new InvalidBackendError(`The record of ${quote(tool.id)} needs a backend at least.`, 'backends')
  }
  const notes = readText('notes', member(given, 'notes'))
  const toolDoc: unknown = member(given, 'toolDoc')
  const copy = toolDoc === undefined ? undefined : copyJson(toolDoc)
  if (copy !== undefined && !isJsonObject(copy)) {
    throw new TypeError(`The toolDoc of a record is an object, not ${quote(toolDoc)}.`)
  }
  return Object.freeze({
    tool,
    backends: Object.freeze(backends.map(parseBackend)),
    notes,
    ...(copy === undefined ? {} : { toolDoc: copy }),
  })
}

function readItem(given: unknown): CatalogItem {
  const kind = readText('kind', member(given, 'kind'))
  const key = readText('key', member(given, 'key'))
  if (!isIdPart(kind)) throw new TypeError(`The kind of an item is a legal id part, not ${quote(kind)}.`)
  if (key === '' || key.length > MAX_KEY_LENGTH || visibleName(key) !== key) {
    throw new TypeError(`The key of an item is 1 to ${MAX_KEY_LENGTH} visible characters, not ${quote(key)}.`)
  }
  return Object.freeze({ kind, key, value: copyJson(member(given, 'value')) })
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) {
    throw new TypeError(`A change needs an object with ${name}, not ${quote(value)}.`)
  }
  return Reflect.get(value, name)
}

function readText(name: string, value: unknown): string {
  if (typeof value === 'string') return value
  throw new TypeError(`The ${name} of a change is a text, not ${quote(value)}.`)
}
