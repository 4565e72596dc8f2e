import { createReadStream, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { createAnalyzer } from '@toolscout/search'

const FIELDS = ['name', 'title', 'ns', 'desc', 'param', 'pdesc']
const DOCUMENTS = '.docs.jsonl.gz'
const PAIRS = '.pairs.jsonl.gz'

/**
 * Cuts the training texts into the very tokens that the embedder reads, one TSV file a source: `d` and the tokens of each
 * field for a document, `q`, the tokens and the rows of the right documents for a query.
 */
export async function dumpTokens(folder, target, tell) {
  const { analyze } = createAnalyzer({ stopWords: new Set() })
  const tokensOf = (content = '') =>
    analyze(content)
      .flatMap(({ tokens }) => tokens.filter(({ root }) => root).map(({ term }) => term))
      .join(' ')
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith(DOCUMENTS)) continue
    const source = file.slice(0, -DOCUMENTS.length)
    const documents = await readLines(join(folder, file))
    const pairs = await readLines(join(folder, `${source}${PAIRS}`))
    const lines = [
      ...documents.map((document) => ['d', ...FIELDS.map((field) => tokensOf(document[field]))].join('\t')),
      ...pairs.map(({ q, pos }) => ['q', tokensOf(q), pos.join(' ')].join('\t')),
    ]
    writeFileSync(join(target, `${source}.tsv`), `${lines.join('\n')}\n`)
    tell(`${source}: ${documents.length} documents, ${pairs.length} pairs`)
  }
}

async function readLines(file) {
  const content = await text(createReadStream(file).pipe(createGunzip()))
  return content.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}
