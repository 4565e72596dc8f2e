import { createHash } from 'node:crypto'
import { readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { compareIds, type JsonObject } from '@toolscout/model'
import { quote, spell } from '@toolscout/model/internal'
import { readFrontMatter } from './front-matter.ts'
import { readInside } from './read-inside.ts'

/** Bounds of one folder: how deep it is looked into, its folders and files, their bytes, and those of one file. */
const MAX_DEPTH = 8
const MAX_FOLDERS = 2_000
const MAX_FILES = 10_000
const MAX_BYTES = 134_217_728
export const MAX_FILE_BYTES = 4_194_304
/** Files of one skill, as the extension has it (SEP-2640). */
const MAX_SKILL_FILES = 512
/** Notices that are kept. */
const MAX_NOTICES = 20
const SKILL_FILE = 'SKILL.md'

/** What lies in a folder of skills. */
export interface SkillFolder {
  /** As `skills/list` gives them (SEP-2640), in the order of their paths. */
  readonly skills: readonly JsonObject[]
  /** Paths below the folder by URI; nothing else of it is read. */
  readonly files: ReadonlyMap<string, string>
  /** What was left out, in sentences for people. */
  readonly notices: readonly string[]
}

/**
 * Finds the skills below a folder: every folder with a `SKILL.md`, and the files beside and below it. Links that lead out
 * are left out, as is what begins with a dot. `root` is a real path. A skill whose front matter is damaged is there by the name of its folder.
 *
 * @throws the error of the system where the folder itself cannot be read.
 */
export async function readSkillFolder(root: string, options: FolderReadingOptions): Promise<SkillFolder> {
  return new FolderReading(root, options).read()
}

/** How a folder of skills is read. */
export interface FolderReadingOptions {
  readonly signal: AbortSignal
  /** Called with the path of each folder before it is looked into. */
  readonly onFolder: (path: string) => void
}

interface ReadFile {
  readonly path: string
  readonly size: number
  readonly digest: string
}

class FolderReading {
  readonly #root: string
  readonly #options: FolderReadingOptions
  readonly #paths: string[] = []
  readonly #notices = new Set<string>()
  readonly #texts = new Map<string, string>()
  #folders = 0
  #bytes = 0

  constructor(root: string, options: FolderReadingOptions) {
    this.#root = root
    this.#options = options
  }

  async read(): Promise<SkillFolder> {
    await this.#walk('', 0)
    const homes = this.#paths.filter((path) => basename(path) === SKILL_FILE).map(homeOf)
    const isOfSkill = (path: string): boolean => homes.some((home) => path.startsWith(home))
    const read: ReadFile[] = []
    for (const path of this.#paths.filter(isOfSkill)) {
      const file = await this.#readFile(path)
      if (file !== undefined) read.push(file)
    }
    // Where the folder is itself a skill, its name begins all paths.
    const first = homes.includes('') ? `${basename(this.#root)}/` : ''
    const uriOf = (path: string): string =>
      `skill://${`${first}${path}`.split('/').map(encodeURIComponent).join('/')}`
    const skills = homes.flatMap((home) => this.#skillOf(home, read, uriOf))
    return {
      skills,
      files: new Map(read.map(({ path }) => [uriOf(path), path])),
      notices: [...this.#notices],
    }
  }

  async #walk(folder: string, depth: number): Promise<void> {
    this.#options.signal.throwIfAborted()
    this.#folders += 1
    if (depth > MAX_DEPTH || this.#folders > MAX_FOLDERS) return this.#leaveOut(folder)
    this.#options.onFolder(join(this.#root, folder))
    const entries = await readdir(join(this.#root, folder), { withFileTypes: true }).catch(
      (error: unknown) => {
        if (depth === 0) throw error
        this.#note(folder, 'it cannot be read.')
        return []
      },
    )
    for (const entry of entries.sort((a, b) => compareIds(a.name, b.name))) {
      const { name } = entry
      if (name.startsWith('.') || name === 'node_modules') continue
      const path = folder === '' ? name : `${folder}/${name}`
      if (entry.isDirectory()) await this.#walk(path, depth + 1)
      else if (entry.isFile() || (entry.isSymbolicLink() && (await this.#leadsToFile(path)))) {
        if (this.#paths.length >= MAX_FILES) return this.#leaveOut(folder)
        this.#paths.push(path)
      }
    }
  }

  /** Whether a link leads to a file of the folder; what leads out is named, and a folder is read where it lies. */
  async #leadsToFile(path: string): Promise<boolean> {
    const real = await realpath(join(this.#root, path)).catch(() => undefined)
    const inside = real === undefined ? '..' : relative(this.#root, real)
    if (inside.split(sep)[0] === '..' || join(this.#root, inside) !== real) {
      this.#note(path, 'it is a link that leads out of the folder; name the folder it leads to.')
      return false
    }
    return readdir(real).then(
      () => false,
      () => true,
    )
  }

  async #readFile(path: string): Promise<ReadFile | undefined> {
    this.#options.signal.throwIfAborted()
    if (this.#bytes >= MAX_BYTES) return this.#leaveOut(dirname(path))
    try {
      const refuse = (why: string): RangeError => new RangeError(why)
      const bytes = await readInside(this.#root, path, { maxBytes: MAX_FILE_BYTES, refuse })
      this.#bytes += bytes.length
      if (basename(path) === SKILL_FILE) this.#texts.set(path, new TextDecoder().decode(bytes))
      return {
        path,
        size: bytes.length,
        digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
      }
    } catch (error) {
      this.#note(path, error instanceof RangeError ? error.message : 'it cannot be read.')
      return undefined
    }
  }

  #skillOf(home: string, read: readonly ReadFile[], uriOf: (path: string) => string): readonly JsonObject[] {
    const path = `${home}${SKILL_FILE}`
    const text = this.#texts.get(path)
    if (text === undefined) return []
    const own = read.filter((file) => file.path.startsWith(home))
    // Its instructions first, whatever else is too much.
    const files = [...own.filter((file) => file.path === path), ...own.filter((file) => file.path !== path)]
    if (files.length > MAX_SKILL_FILES) this.#note(path, `of its files only ${MAX_SKILL_FILES} are used.`)
    const matter = readFrontMatter(text)
    if ('problem' in matter)
      this.#note(
        `${path}:${matter.line}`,
        `${matter.problem.replace(/\.$/, '')}; the skill is found by the name of its folder.`,
      )
    const name = basename(home === '' ? this.#root : home)
    const resources = files
      .slice(0, MAX_SKILL_FILES)
      .map(({ path: one, size, digest }) => ({ uri: uriOf(one), digest, size }))
    return [{ uri: uriOf(path), frontmatter: 'members' in matter ? matter.members : { name }, resources }]
  }

  #leaveOut(folder: string): undefined {
    this.#note(folder === '' ? '.' : folder, 'it is too large or too deep; not everything is read.')
  }

  #note(path: string, why: string): void {
    if (this.#notices.size < MAX_NOTICES) this.#notices.add(`${spell(path).slice(0, 300)}: ${why}`)
  }
}

/** The folder of a file, with a stroke at its end; empty for the first. */
function homeOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

/** What keeps a path from being read as a folder of skills, in words. */
export function problemOf(folder: string, error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  const why = { ENOENT: 'there is no such folder', ENOTDIR: 'it is no folder', EACCES: 'it may not be read' }
  return `${quote(folder)}: ${why[code as keyof typeof why] ?? 'it cannot be read'}`
}
