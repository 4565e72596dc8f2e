import { type FSWatcher, watch } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, extname, join, resolve } from 'node:path'
import type { JsonObject } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import type {
  McpServerInfo,
  McpSession,
  RpcAnswer,
  RpcOptions,
  SessionEvents,
} from '../connection/session.ts'
import { NOTICES } from '../entries/list-items.ts'
import { McpTransportError } from '../errors.ts'
import { readInside } from './read-inside.ts'
import { MAX_FILE_BYTES, problemOf, readSkillFolder, type SkillFolder } from './skill-folder.ts'

/** Folders that are watched; changes in further ones are seen with the next listing. */
const MAX_WATCHED = 1_000
const MIME_TYPES: Readonly<Record<string, string>> = Object.freeze({
  '.md': 'text/markdown',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
})

/**
 * Opens a folder of skills as a server of this process that has nothing else (SEP-2640). A path that begins with `~/` is one
 * of the user's home.
 *
 * @throws McpTransportError when there is no such folder.
 */
export async function openSkillSession(folder: string, events: SessionEvents): Promise<SkillSession> {
  const path = folder.startsWith('~/') ? join(homedir(), folder.slice(2)) : resolve(folder)
  try {
    const root = await realpath(path)
    await readdir(root)
    return new SkillSession(root, events)
  } catch (error) {
    throw new McpTransportError(problemOf(path, error), { reason: 'spawn', outcome: 'notRun' })
  }
}

/** A folder of skills, asked as a server is. Changes of it are reported as those of a server's resources. */
export class SkillSession implements McpSession {
  readonly server: McpServerInfo
  readonly capabilities: JsonObject = Object.freeze({
    resources: Object.freeze({ listChanged: true }),
    extensions: Object.freeze({ 'io.modelcontextprotocol/skills': Object.freeze({}) }),
  })
  readonly #root: string
  readonly #events: SessionEvents
  #watchers: readonly FSWatcher[] = []
  #found: SkillFolder | undefined
  #isClosed = false

  constructor(root: string, events: SessionEvents) {
    this.#root = root
    this.#events = events
    this.server = Object.freeze({ name: basename(root), version: '', protocolVersion: '2026-07-28' })
  }

  readonly request = async (
    method: string,
    { uri }: JsonObject,
    { signal }: RpcOptions,
  ): Promise<RpcAnswer> => {
    switch (method) {
      case 'ping':
        return given({})
      case 'skills/list': {
        const { skills, notices } = await this.#look(signal)
        return given({ skills, ...(notices.length > 0 && { _meta: { [NOTICES]: notices } }) })
      }
      case 'resources/list': {
        const { skills } = this.#found ?? (await this.#look(signal))
        return given({ resources: skills.map(resourceOf) })
      }
      case 'resources/templates/list':
        return given({ resourceTemplates: [] })
      case 'resources/read':
        return this.#read(String(uri), signal)
      default:
        return refused(-32_601, 'a folder of skills has skills alone')
    }
  }

  readonly followTask: McpSession['followTask'] = async () =>
    refused(-32_602, 'a folder of skills has no tasks')

  /** Ends it; nothing is watched any more. */
  readonly close = async (): Promise<void> => {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#stopWatching()
    this.#events.onEnd(undefined)
  }

  async #look(signal: AbortSignal): Promise<SkillFolder> {
    const watchers: FSWatcher[] = []
    try {
      // Each is watched before it is read, so that no change falls between; again each time, since a folder may be another one.
      const onFolder = (path: string): void => void watchers.push(...this.#watch(path, watchers.length))
      this.#found = await readSkillFolder(this.#root, { signal, onFolder })
      this.#stopWatching()
      this.#watchers = watchers
      if (this.#isClosed) this.#stopWatching()
      return this.#found
    } catch (error) {
      for (const watcher of watchers) watcher.close()
      signal.throwIfAborted()
      throw new McpTransportError(problemOf(this.#root, error), { reason: 'spawn', outcome: 'notRun' })
    }
  }

  async #read(uri: string, signal: AbortSignal): Promise<RpcAnswer> {
    const { files } = this.#found ?? (await this.#look(signal))
    const path = files.get(uri)
    if (path === undefined) return refused(-32_602, `there is no ${uri.slice(0, 300)} in the folder`)
    try {
      const refuse = (why: string): RangeError => new RangeError(why)
      const bytes = await readInside(this.#root, path, { maxBytes: MAX_FILE_BYTES, refuse })
      const mimeType = MIME_TYPES[extname(path).toLowerCase()]
      return given({ contents: [{ uri, ...(mimeType && { mimeType }), ...contentOf(bytes) }] })
    } catch (error) {
      return refused(
        -32_602,
        `${path} ${error instanceof RangeError ? `is not read: ${error.message}` : 'cannot be read'}`,
      )
    }
  }

  #watch(path: string, count: number): readonly FSWatcher[] {
    if (count >= MAX_WATCHED) return []
    try {
      const changed = (): void => this.#events.onNotified('notifications/resources/list_changed', {})
      const watcher = watch(path, { persistent: false }, changed)
      return [watcher.on('error', () => watcher.close())]
    } catch {
      // The system watches no more; changes are seen with the next listing.
      return []
    }
  }

  #stopWatching(): void {
    for (const watcher of this.#watchers) watcher.close()
    this.#watchers = []
  }
}

function given(result: JsonObject | Readonly<Record<string, unknown>>): RpcAnswer {
  return { isResult: true, result }
}

function refused(rpcCode: number, message: string): RpcAnswer {
  return { isResult: false, message, refusal: { rpcCode } }
}

function resourceOf({ uri, frontmatter }: JsonObject): JsonObject {
  const { name, description } = isJsonObject(frontmatter) ? frontmatter : {}
  return {
    uri: String(uri),
    name: String(name),
    ...(typeof description === 'string' && { description }),
    mimeType: 'text/markdown',
  }
}

/** Bytes as a text where they are one. */
function contentOf(bytes: Uint8Array): { readonly text: string } | { readonly blob: string } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { blob: Buffer.from(bytes).toString('base64') }
  }
}
