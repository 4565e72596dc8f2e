// Packs the required tests of a clone of the JSON-Schema-Test-Suite, or of a package that has a copy of it, for the tests:
// node packages/schema/scripts/pack-suite.mjs FOLDER. Texts stay as they are, so that no number or name is read twice.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const [suite = '.'] = process.argv.slice(2)
const files = ['draft7', 'draft2019-09', 'draft2020-12'].flatMap((draft) =>
  readdirSync(join(suite, 'tests', draft))
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => [`${draft}/${file}`, readFileSync(join(suite, 'tests', draft, file), 'utf8')]),
)
const target = new URL('../src/fixtures/json-schema-suite/tests.json.br', import.meta.url)
writeFileSync(target, brotliCompressSync(JSON.stringify(Object.fromEntries(files))))
