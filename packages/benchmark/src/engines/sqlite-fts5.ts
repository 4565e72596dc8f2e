import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Database } from 'libsql'
import { toPlainWords } from '../corpus/plain-words.ts'
import type { Engine, EngineIndex } from './engine.ts'
import { FIELD_WEIGHTS, WEIGHED_FIELDS } from './field-weights.ts'
import { type PlainDocument, splitSpaces, toPlainDocument } from './plain-document.ts'

// Quoted, because `values` is a keyword.
const COLUMNS = WEIGHED_FIELDS.map((field) => `"${field}"`).join(', ')
const HOLES = WEIGHED_FIELDS.map(() => '?').join(', ')
const WEIGHTS = WEIGHED_FIELDS.map((field) => FIELD_WEIGHTS[field]).join(', ')

/** Without contents the index is half as large; deleting from it needs SQLite 3.43. */
const SCHEMA = `
  create table tool (place integer primary key, id text not null unique);
  create virtual table words using fts5(
    ${COLUMNS}, content = '', contentless_delete = 1, tokenize = 'unicode61'
  );`
/** Half as fast again as ordering by the hidden column rank, which sorts every hit inside FTS5. */
const SEARCH = `
  with best as materialized (
    select rowid as place, bm25(words, ${WEIGHTS}) as cost from words where words match ? order by cost limit ?
  )
  select tool.id from best join tool on tool.place = best.place order by best.cost`

/** SQLite FTS5 by libsql, in memory. */
export const sqliteFts5: Engine<PlainDocument> = {
  name: 'sqlite-fts5',
  packageName: 'libsql',
  maxTools: 1_000_000,
  isPairedByDefault: true,
  prepare: toPlainDocument,
  prepareQuery: toPlainWords,
  load: async () => {
    const require = createRequire(import.meta.url)
    const open = require('libsql') as new (file: string) => Database
    return {
      build: async (documents) => {
        const database = new open(':memory:')
        // Otherwise, in a file, a change waits for the disk.
        database.pragma('synchronous = normal')
        database.exec(SCHEMA)
        const index = toIndex(database, open)
        database.exec('begin')
        for (const document of documents) index.insert(document)
        database.exec('commit')
        return index
      },
    }
  },
}

interface Fts5Index extends EngineIndex<PlainDocument> {
  readonly insert: (document: PlainDocument) => void
}

function toIndex(database: Database, open: new (file: string) => Database): Fts5Index {
  const search = database.prepare(SEARCH).pluck()
  const insertTool = database.prepare('insert into tool (id) values (?)')
  const selectPlace = database.prepare('select place from tool where id = ?').raw()
  const insertWords = database.prepare(`insert into words (rowid, ${COLUMNS}) values (?, ${HOLES})`)
  const replaceWords = database.prepare(
    `insert or replace into words (rowid, ${COLUMNS}) values (?, ${HOLES})`,
  )
  const deleteWords = database.prepare('delete from words where rowid = ?')
  const deleteTool = database.prepare('delete from tool where place = ?')
  const size = database
    .prepare('select page_count * page_size from pragma_page_count, pragma_page_size')
    .raw()
  const textsOf = ({ fields }: PlainDocument): readonly string[] =>
    WEIGHED_FIELDS.map((field) => fields[field])
  const placeOf = (id: string): number => (selectPlace.get(id) as readonly [number])[0]
  const insert = (document: PlainDocument): void => {
    const place = Number(insertTool.run(document.id).lastInsertRowid)
    insertWords.run(place, ...textsOf(document))
  }
  return {
    insert,
    search: async (query, limit) => {
      const words = splitSpaces(query).map((word) => `"${word}"`)
      return words.length === 0 ? [] : (search.all(words.join(' OR '), limit) as string[])
    },
    changes: {
      add: async (document) => {
        database.exec('begin')
        insert(document)
        database.exec('commit')
      },
      update: async (document) => void replaceWords.run(placeOf(document.id), ...textsOf(document)),
      remove: async (id) => {
        const place = placeOf(id)
        database.exec('begin')
        deleteWords.run(place)
        deleteTool.run(place)
        database.exec('commit')
      },
    },
    save: async (folder) => {
      const file = join(folder, 'index.sqlite')
      database.prepare('vacuum into ?').run(file)
      return { bytes: statSync(file).size, restore: async () => toIndex(new open(file), open) }
    },
    nativeBytes: () => (size.get() as readonly [number])[0],
    close: () => database.close(),
  }
}
