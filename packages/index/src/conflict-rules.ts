import { type Backend, type Tool, toToolJson } from '@toolscout/model'
import { backendKey, jsonEquals, quote } from '@toolscout/model/internal'
import type { Lookup } from './plan-changes.ts'
import type { ConflictRule } from './registration.ts'

/** An id appears once in a listing. */
export function refuseRepetition(): ConflictRule {
  const seen = new Set<string>()
  return ({ tool }) => {
    if (seen.has(tool.id))
      return `The tool ${quote(tool.name)} is listed more than once; the first one stays.`
    seen.add(tool.id)
    return undefined
  }
}

/** In a batch an id may have several backends, each once, but one definition. */
export function refuseContradiction(): ConflictRule {
  const seen = new Map<string, { readonly tool: Tool; readonly first: Backend; keys?: Set<string> }>()
  return ({ tool, backend }) => {
    const known = seen.get(tool.id)
    if (known === undefined) {
      seen.set(tool.id, { tool, first: backend })
      return undefined
    }
    if (!isSameTool(known.tool, tool)) {
      return `The id ${quote(tool.id)} has two definitions here; give one of them another name, namespace or version.`
    }
    const key = backendKey(backend)
    // Nearly every id appears once, and needs no keys.
    known.keys ??= new Set([backendKey(known.first)])
    if (known.keys.has(key)) {
      return `The tool ${quote(tool.id)} is here twice with one backend; leave one of them out.`
    }
    known.keys.add(key)
    return undefined
  }
}

/** A server may change only a tool that has no other backend. */
export function refuseOthersTools(lookup: Lookup, server: Backend): ConflictRule {
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
