import { type Backend, type Tool, toToolJson } from '@toolscout/model'
import { backendKey, jsonEquals, quote } from '@toolscout/model/internal'
import type { Lookup } from './plan-changes.ts'
import type { Objection } from './registration.ts'

/** Within one batch an id stands once: who lists it twice does not know which one he means. */
export function objectToRepetition(): Objection {
  const seen = new Set<string>()
  return ({ tool }) => {
    if (seen.has(tool.id))
      return `The tool ${quote(tool.name)} is listed more than once; the first one stays.`
    seen.add(tool.id)
    return undefined
  }
}

/** Within one batch an id may come from several backends, but it is one tool: with one definition. */
export function objectToContradiction(): Objection {
  const seen = new Map<string, { readonly tool: Tool; readonly first: Backend; keys?: Set<string> }>()
  return ({ tool, backend }) => {
    const known = seen.get(tool.id)
    if (known === undefined) {
      seen.set(tool.id, { tool, first: backend })
      return undefined
    }
    if (!isSameTool(known.tool, tool)) {
      return `The id ${quote(tool.id)} stands for two definitions here; give one of them another name, namespace or version.`
    }
    const key = backendKey(backend)
    // Nearly every id stands once, and needs no keys.
    known.keys ??= new Set([backendKey(known.first)])
    if (known.keys.has(key)) {
      return `The tool ${quote(tool.id)} stands here twice with one backend; leave one of them out.`
    }
    known.keys.add(key)
    return undefined
  }
}

/** A server changes what it alone offers; a tool that is also somebody else's keeps its definition. */
export function objectToStrangers(lookup: Lookup, server: Backend): Objection {
  const own = backendKey(server)
  return ({ tool }) => {
    const known = lookup(tool.id)
    if (known === undefined || known.backends.every((backend) => backendKey(backend) === own))
      return undefined
    if (isSameTool(known.tool, tool)) return undefined
    return `The id ${quote(tool.id)} belongs to a tool with another backend and another definition, which stays as it is.`
  }
}

function isSameTool(one: Tool, other: Tool): boolean {
  return one === other || jsonEquals(toToolJson(one), toToolJson(other))
}
