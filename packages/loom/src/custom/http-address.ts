import type { JsonObject } from '@toolscout/model'
import { CustomArgumentError } from '../errors.ts'
import { argumentOf, fillText, placesOf, toText } from './fill-template.ts'

/** An endpoint that was read: its origin and the literal parts of its path hold for every argument. */
export interface HttpAddress {
  readonly origin: string
  /** Arguments it has places for. */
  readonly places: readonly string[]
  /** @throws CustomArgumentError `CUSTOM_ARGUMENT_REFUSED` for a value that has no place in a path. */
  readonly fill: (args: JsonObject) => URL
}

/** Scheme and authority, path, query; places may stand in the latter two alone. */
const ENDPOINT = /^(https?:\/\/[^/?#\\{}@\s]+)(\/[^?#\\]*)?(?:\?([^#]*))?$/u
const DOTS = /^(?:\.|%2e){1,2}$/iu
const SAMPLE = 'x'

/**
 * Reads an endpoint such as `https://api.example.com/users/{{id}}?limit={{limit}}`. An argument fills part of one
 * segment of the path or of one value of the query, and can neither end it nor leave it.
 *
 * @throws TypeError with what is wrong with it.
 */
export function compileAddress(endpoint: string): HttpAddress {
  const [, origin = '', path = '/', query = ''] = ENDPOINT.exec(endpoint) ?? []
  if (origin === '') {
    throw new TypeError('an http or https URL is needed, without user, fragment, or places before its path.')
  }
  const segments = path.split('/').slice(1)
  const sample = segments.map((segment) => fillSample(segment))
  const url = new URL(`${origin}/${sample.join('/')}`)
  if (url.pathname !== `/${sample.join('/')}` || segments.some((segment) => DOTS.test(segment))) {
    throw new TypeError('the path must be written as it is sent: percent-encoded, without dot segments.')
  }
  const parameters = query === '' ? [] : query.split('&').map(readParameter)
  return {
    origin: url.origin,
    places: placesOf(endpoint),
    fill: (args) => {
      const filled = `/${segments.map((segment) => fillSegment(segment, args)).join('/')}`
      const address = new URL(`${url.origin}${filled}`)
      for (const [name, template] of parameters) {
        const value = fillText(template, args)
        if (value !== undefined) address.searchParams.append(name, value)
      }
      // What must hold whatever was written above.
      if (address.origin !== url.origin || address.pathname !== filled || address.username !== '') {
        throw new CustomArgumentError(placesOf(path)[0] ?? '', 'would lead somewhere else.')
      }
      return address
    },
  }
}

/** Appends values to the query: of a list each, of anything else its text. */
export function appendQuery(address: URL, values: JsonObject): void {
  for (const name of Object.keys(values)) {
    const value = argumentOf(values, name)
    if (value === undefined) continue
    for (const item of Array.isArray(value) ? value : [value]) {
      address.searchParams.append(name, toText(item, name))
    }
  }
}

function fillSample(segment: string): string {
  const args = Object.fromEntries(placesOf(segment).map((name) => [name, SAMPLE]))
  return fillText(segment, args) ?? ''
}

function readParameter(text: string): readonly [string, string] {
  const at = text.indexOf('=')
  const [name, template] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
  if (name === '' || placesOf(name).length > 0)
    throw new TypeError('every value of the query needs a fixed name.')
  const decode = (part: string): string => decodeURIComponent(part.replaceAll('+', ' '))
  return [decode(name), placesOf(template).length > 0 ? template : decode(template)]
}

function fillSegment(template: string, args: JsonObject): string {
  const places = placesOf(template)
  if (places.length === 0) return template
  const segment = fillText(template, args, encodeSegment)
  if (segment === undefined) {
    const missing = places.find((name) => argumentOf(args, name) === undefined) ?? ''
    throw new CustomArgumentError(missing, 'is part of the address, and must be given.')
  }
  if (DOTS.test(segment)) throw new CustomArgumentError(places[0] ?? '', 'would lead somewhere else.')
  return segment
}

/** Beside being encoded, a value may not climb: some servers decode a path before they walk it. */
function encodeSegment(value: string, argument: string): string {
  if (value === '') throw new CustomArgumentError(argument, 'is part of the address, and must not be empty.')
  if (/\p{Cs}/u.test(value)) throw new CustomArgumentError(argument, 'holds half a character.')
  if (climbs(value)) throw new CustomArgumentError(argument, 'must not hold "." or ".." as a step of a path.')
  return encodeURIComponent(value)
}

function climbs(value: string): boolean {
  let text = value
  // Decoded again and again, as chains of proxies do; every round is shorter.
  for (;;) {
    if (text.split(/[/\\]/u).some((step) => step.trim() === '.' || step.trim() === '..')) return true
    const decoded = text.replace(/%(2e|2f|5c|25)/giu, (code) =>
      String.fromCharCode(Number.parseInt(code.slice(1), 16)),
    )
    if (decoded === text) return false
    text = decoded
  }
}
