import { isJsonObject, quote } from '@toolscout/model/internal'

/** Where the judged catalog is from: `indexes/packages-list.json` of that repository at that commit. */
export const REGISTRY_SOURCE = {
  repository: 'https://github.com/toolsdk-ai/toolsdk-mcp-registry',
  commit: '4bfe8262c554f8fb866b48cce910dd6ba20eece1',
  path: 'indexes/packages-list.json',
} as const

/** What `corpus.jsonl` made of that file has. */
export const JUDGED_CORPUS = {
  sha256: 'e81636aadd54ea219a9fb093f4bc27e08a7f4c2cbb37eb7fdd63e0759d15d604',
  tools: 8_010,
  servers: 814,
} as const

/** A catalog as lines of `corpus.jsonl`. */
export interface RegistryCorpus {
  readonly text: string
  /** Ids of the tools, in the order of the lines. */
  readonly ids: readonly string[]
  /** Packages that list a tool. */
  readonly servers: number
}

/**
 * Writes the tools of a registry's list of packages, `{ package: { tools?: { key: { name, description } } } }`, as
 * `corpus.jsonl`: a line a tool in the order of the file, `id` being package and name with a slash between them,
 * `namespace` the package, the description trimmed. The list has no schemas, so every tool takes any object. Bytes
 * are those of Python's `json.dumps(tool, ensure_ascii=False)`, which the judged corpus was written with.
 *
 * @throws RangeError for what is no such list.
 */
export function convertPackagesList(list: unknown): RegistryCorpus {
  if (!isJsonObject(list)) throw new RangeError(`${quote(list)} is no list of packages; an object is needed.`)
  const lines: string[] = []
  const ids: string[] = []
  const servers = new Set<string>()
  for (const [namespace, entry] of Object.entries(list)) {
    const tools = isJsonObject(entry) ? entry.tools : undefined
    if (!isJsonObject(tools)) continue
    for (const [key, tool] of Object.entries(tools)) {
      const { name = key, description } = isJsonObject(tool) ? tool : {}
      if (typeof name !== 'string' || name === '') {
        throw new RangeError(`The tool ${quote(key)} of ${quote(namespace)} has no name but ${quote(name)}.`)
      }
      const id = `${namespace}/${name}`
      const text = typeof description === 'string' ? description.trim() : ''
      const members = Object.entries({ id, namespace, name, description: text })
      const written = members.map(([member, value]) => `"${member}": ${JSON.stringify(value)}`)
      lines.push(`{${written.join(', ')}, "inputSchema": {"type": "object"}, "tags": []}\n`)
      ids.push(id)
      servers.add(namespace)
    }
  }
  return { text: lines.join(''), ids, servers: servers.size }
}
