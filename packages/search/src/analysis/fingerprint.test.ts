import { sha256 } from '@toolscout/model/internal'
import { expect, it } from 'vitest'
import { OFFICE } from '../fixtures/office.ts'
import { createAnalyzer } from './analyzer.ts'

const TEXTS = [
  ...OFFICE.flatMap(({ fields }) => [fields.name, fields.description]),
  'getHTTPResponse2XML readFile read_file read-file read.file user’s users ponies running it is not listAPIs URLs',
  'Crème brûlée, ﬁne ＡＢＣ naïve Ærø straße İstanbul',
  'поиск файлов по имени · αναζήτηση αρχείων · البحث عن الملفات · חיפוש קבצים',
  '检索文件内容 ファイルを検索する 파일을 검색하다',
]

it('is raised with every change of the tokens; a change of this hash has to raise ANALYSIS_VERSION', () => {
  const { analyze } = createAnalyzer()
  const tokens = TEXTS.map((text) =>
    analyze(text).map((word) => word.tokens.map(({ term, surface, root }) => [term, surface, root])),
  )
  expect(sha256(JSON.stringify(tokens)).slice(0, 16)).toMatchInlineSnapshot(`"26bdeb001cc39ce2"`)
})
