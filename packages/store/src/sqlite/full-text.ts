import { type CatalogRecord, SEARCH_FIELDS } from '@toolscout/model'
import { toToolSummary } from '@toolscout/model/internal'
import { toSearchDocument } from '@toolscout/schema/internal'
import type { SqliteConnection } from './drivers.ts'

/** Most different words of a query that are looked for. */
const MAX_WORDS = 64
const CAMEL = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]/
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}/gu
const HAS_UNSPACED = /[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7ff\uf900-\ufaff\ud840-\ud88f]/
const WORDS = /[\p{L}\p{N}\p{M}\p{Co}]+/gu

const COLUMNS = SEARCH_FIELDS.map((field) => `"${field}"`).join(', ')
/** Contentless, so that texts are stored once, in the records. */
const FTS5 = `fts5(${COLUMNS}, content='', contentless_delete=1, tokenize='porter unicode61')`
/** Creates the full-text table, empty. */
export const CREATE_FULL_TEXT: string = `create virtual table full_text using ${FTS5};`

const INSERT = `(rowid, ${COLUMNS}) values (?${', ?'.repeat(SEARCH_FIELDS.length)})`
/** Puts a tool into the full-text table; one of the same number must have been removed. */
export function insertFullText(connection: SqliteConnection, number: number, record: CatalogRecord): void {
  connection.run(`insert into full_text ${INSERT}`, number, ...textsOf(record))
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
      connection.run(`insert into temp.fresh ${INSERT}`, number, ...textsOf(record))
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

/** The texts of a record in the order of the search fields. */
function textsOf(record: CatalogRecord): readonly string[] {
  const { fields } = toSearchDocument({ ...record, summary: toToolSummary(record.tool, record.backends) })
  return SEARCH_FIELDS.map((field) =>
    field === 'name' ? toFts5Name(fields.name) : toFts5Text(fields[field]),
  )
}

/**
 * A text as FTS5 is to see it: identifiers as words, and scripts written without spaces as pairs of characters. Case,
 * accents and stems are the tokenizer's work.
 */
function toFts5Text(text: string): string {
  let prepared = text
  if (CAMEL.test(prepared)) {
    prepared = prepared.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
  }
  return HAS_UNSPACED.test(prepared) ? prepared.replace(UNSPACED, pairs) : prepared
}

/** A name as {@link toFts5Text} has it, and in one piece, so that `createissue` is found too. */
function toFts5Name(name: string): string {
  const words = toFts5Text(name)
  const whole = name.replace(/[_.\-\s]+/g, '')
  return whole === words ? words : `${words} ${whole}`
}

/**
 * A query as an FTS5 expression that matches any of its words, or `undefined` without a word. Each word is in quotes,
 * where nothing is an operator; letters and digits cannot end a quote.
 */
export function toFts5Query(query: string): string | undefined {
  const words = new Set<string>()
  for (const [word] of toFts5Text(query).matchAll(WORDS)) {
    words.add(`"${word.toLowerCase()}"`)
    if (words.size === MAX_WORDS) break
  }
  return words.size === 0 ? undefined : [...words].join(' OR ')
}

function pairs(run: string): string {
  const characters = [...run]
  return ` ${characters
    .slice(1)
    .map((character, i) => `${characters[i]}${character}`)
    .join(' ')} `
}
