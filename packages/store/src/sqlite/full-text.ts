import { type CatalogRecord, SEARCH_FIELDS } from '@toolscout/model'
import { fullTextsOf, fullTextWords } from '../full-texts.ts'
import type { SqliteConnection } from './drivers.ts'

const COLUMNS = SEARCH_FIELDS.map((field) => `"${field}"`).join(', ')
/** Contentless, so that texts are stored once, in the records. */
const FTS5 = `fts5(${COLUMNS}, content='', contentless_delete=1, tokenize='porter unicode61')`
/** Creates the full-text table, empty. */
export const CREATE_FULL_TEXT: string = `create virtual table full_text using ${FTS5};`

const INSERT = `(rowid, ${COLUMNS}) values (?${', ?'.repeat(SEARCH_FIELDS.length)})`
/** Puts a tool into the full-text table; one of the same number must have been removed. */
export function insertFullText(connection: SqliteConnection, number: number, record: CatalogRecord): void {
  connection.run(`insert into full_text ${INSERT}`, number, ...fullTextsOf(record))
}

/** Takes a tool out of the full-text table. */
export function deleteFullText(connection: SqliteConnection, number: number): void {
  connection.run('delete from full_text where rowid = ?', number)
}

/** Indexes all tools once more in a temporary table, and reports where the words differ. */
export function startFullTextCheck(
  connection: SqliteConnection,
  report: (code: string, message: string) => void,
): {
  readonly expect: (number: number, record: CatalogRecord) => void
  readonly finish: () => void
} {
  connection.exec(`
    create virtual table temp.fresh using ${FTS5};
    create virtual table temp.fresh_words using fts5vocab(temp, fresh, 'col');
    create virtual table temp.words using fts5vocab(main, full_text, 'col');`)
  return {
    expect: (number, record) => {
      connection.run(`insert into temp.fresh ${INSERT}`, number, ...fullTextsOf(record))
    },
    finish: () => {
      const difference = `select count(*) as found from (
        select * from (select term, col, doc, cnt from words except select term, col, doc, cnt from fresh_words)
        union all select * from (select term, col, doc, cnt from fresh_words except select term, col, doc, cnt from words)
        union all select id, '', 0, 0 from full_text_docsize where id not in (select number from tools)
        union all select number, '', 0, 0 from tools where number not in (select id from full_text_docsize))`
      const found = Number(connection.get(difference)?.found)
      if (found !== 0)
        report('FULL_TEXT_DIFFERS', `${found} entries of the full text do not match the tools.`)
    },
  }
}

/**
 * A text as an FTS5 expression that matches any of its words, or `undefined` without a word. Each word is in quotes,
 * where nothing is an operator; letters and digits cannot end a quote.
 */
export function toFts5Query(text: string): string | undefined {
  const words = fullTextWords(text)
  return words.length === 0 ? undefined : words.map((word) => `"${word}"`).join(' OR ')
}
