import { foldWord, isAscii } from '../analysis/split-words.ts'
import { grown } from '../kernel/hash-table.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import { createEditDistanceIndex } from './edit-distance-index.ts'
import { createTextList } from './key-table.ts'

/** Tools by the keys of their names, see {@link nameKey}; a few numbers for each of them. */
export interface NamedTools {
  /** Puts a tool in the place of the one of its docId. A name without letters and digits is not kept. */
  readonly add: (docId: number, name: string) => void
  readonly remove: (docId: number) => void
  /** The tools whose name has this key. */
  readonly docIdsOf: (key: string) => readonly number[]
  /** Keys of names at edit distance 1 from this one. */
  readonly near: (key: string) => readonly string[]
  /** The name of a tool that is there, as it is written. */
  readonly nameOf: (docId: number) => string
  /** Writes all there is. */
  readonly save: (out: SectionWriter) => void
}

const NONE = -1

/** Creates an empty set of {@link NamedTools}, or the one that was saved. */
export function createNamedTools(saved?: SectionReader): NamedTools {
  const keys = createEditDistanceIndex(undefined, saved)
  /** By key: the newest of its tools. */
  let newest = saved?.next(Int32Array) ?? new Int32Array(64)
  // By docId.
  const names = createTextList(saved)
  let keyOf = saved?.next(Int32Array) ?? new Int32Array(64)
  /** The next older tool of the same key. */
  let older = saved?.next(Int32Array) ?? new Int32Array(64)
  /** Whether the arrays are those of a snapshot, which must not change. */
  let isShared = saved !== undefined
  const own = (): void => {
    if (!isShared) return
    isShared = false
    newest = newest.slice()
    keyOf = keyOf.slice()
    older = older.slice()
  }

  const reserve = (docId: number): void => {
    keyOf = grown(keyOf, docId + 1)
    older = grown(older, docId + 1)
    while (names.length <= docId) {
      keyOf[names.length] = NONE
      names.set(names.length, '')
    }
  }
  const enterKey = (docId: number, text: string): void => {
    const known = keys.find(text)
    const key = known === NONE ? keys.add(text) : known
    newest = grown(newest, key + 1)
    older[docId] = known === NONE ? NONE : (newest[key] as number)
    newest[key] = docId
    keyOf[docId] = key
  }
  const leaveKey = (docId: number): void => {
    const key = keyOf[docId] as number
    const next = older[docId] as number
    keyOf[docId] = NONE
    if (newest[key] === docId) {
      newest[key] = next
      if (next === NONE) keys.delete(key)
      return
    }
    let newer = newest[key] as number
    while (older[newer] !== docId) newer = older[newer] as number
    older[newer] = next
  }
  const remove = (docId: number): void => {
    if (docId >= names.length || keyOf[docId] === NONE) return
    own()
    leaveKey(docId)
    names.set(docId, '')
  }
  return {
    add: (docId, name) => {
      remove(docId)
      const key = nameKey(name)
      if (key === '') return
      own()
      reserve(docId)
      names.set(docId, name)
      enterKey(docId, key)
    },
    remove,
    docIdsOf: (text) => {
      const key = keys.find(text)
      const docIds: number[] = []
      for (let at = key === NONE ? NONE : (newest[key] as number); at !== NONE; at = older[at] as number) {
        docIds.push(at)
      }
      return docIds.reverse()
    },
    near: (key) => keys.near(key),
    nameOf: names.get,
    save: (out) => {
      keys.save(out)
      out.add(newest.slice())
      names.save(out)
      for (const array of [keyOf, older]) out.add(array.slice(0, names.length))
    },
  }
}

/** What is no letter, digit or mark of ASCII texts: what parts their words. */
const ASCII_SIGNS = /[^a-z0-9]+/g
const SIGNS = /[^\p{L}\p{N}\p{M}]+/gu

/** Dashes, quotes and dots of the block General Punctuation, which occur in English texts and in no key. */
const PUNCTUATION = /[\u2010-\u2027]/g

/** A name without case, accents and separators: `readFile`, `read_file` and `read file` are `readfile`. */
export function nameKey(name: string): string {
  if (isAscii(name)) return name.toLowerCase().replace(ASCII_SIGNS, '')
  const plain = name.replace(PUNCTUATION, ' ')
  return isAscii(plain) ? nameKey(plain) : foldWord(plain).replace(SIGNS, '')
}
