import type { Served } from './served.ts'

/** What clients see of the server (MCP `Implementation`). */
export function toServerInfo({ name, version, title }: Pick<Served, 'name' | 'version' | 'title'>): {
  readonly name: string
  readonly version: string
  readonly title?: string
} {
  return { name, version, ...(title === undefined ? {} : { title }) }
}
