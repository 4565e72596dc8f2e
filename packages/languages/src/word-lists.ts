/** What is known of one language. */
export interface WordList {
  readonly stopWords: ReadonlySet<string>
  /** English words for a folded word, the likeliest first; `undefined` for one that is not in the list. */
  readonly sensesOf: (word: string) => readonly string[] | undefined
  /** Words that begin with Chinese characters and end in kana, by those characters: Japanese verbs. */
  readonly byCharacters: ReadonlyMap<string, string>
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const DIGIT_VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]))
/** Digits of the number of a sense. */
const CODE = 3

interface DataFile {
  readonly bytes: Uint8Array
  readonly sections: ReadonlyMap<string, { readonly start: number; readonly end: number }>
}

let file: DataFile | undefined
let english: readonly string[] | undefined
const lists = new Map<string, WordList>()

/** The words of a language, read on first use; `undefined` where there are none. */
export function wordListOf(language: string): WordList | undefined {
  const known = lists.get(language)
  if (known !== undefined || !openFile().sections.has(language)) return known
  const list = readWordList(readSection(language))
  lists.set(language, list)
  return list
}

/** A section of the data as text. */
function readSection(name: string): string {
  const { bytes, sections } = openFile()
  const { start = 0, end = 0 } = sections.get(name) ?? {}
  return new TextDecoder().decode(bytes.subarray(start, end))
}

/** A file of this package. @throws TypeError where no files are read, as in browsers. */
export function readData(place: URL): Buffer {
  const files = globalThis.process?.getBuiltinModule?.('node:fs')
  if (files === undefined) throw new TypeError('No files are read on this platform.')
  return files.readFileSync(place)
}

/** The head of the file names its sections and their bytes. */
function openFile(): DataFile {
  if (file !== undefined) return file
  const bytes = readData(new URL('../data/words.txt', import.meta.url))
  const body = bytes.indexOf('\n\n') + 2
  const [, ...lines] = bytes.toString('utf8', 0, body).trimEnd().split('\n')
  let start = body
  const sections = lines.map((line) => {
    const [name = '', length = ''] = line.split(' ')
    const section = { start, end: start + Number(length) }
    start = section.end
    return [name, section] as const
  })
  file = { bytes, sections: new Map(sections) }
  return file
}

function readWordList(text: string): WordList {
  const [stopWords = '', ...lines] = text.split('\n')
  const codes = new Map<string, string>()
  const byCharacters = new Map<string, string>()
  let key = ''
  for (const line of lines) {
    const tab = line.indexOf('\t')
    key = key.slice(0, DIGIT_VALUES.get(line[0] as string)) + line.slice(1, tab)
    codes.set(key, line.slice(tab + 1))
    const [, characters] = /^(\p{Script=Han}+)\p{Script=Hiragana}{1,2}$/u.exec(key) ?? []
    if (characters !== undefined && !byCharacters.has(characters)) byCharacters.set(characters, key)
  }
  return {
    stopWords: new Set(stopWords.split(' ')),
    byCharacters,
    sensesOf: (word) => {
      const code = codes.get(word)
      return code === undefined ? undefined : toSenses(code)
    },
  }
}

function toSenses(code: string): readonly string[] {
  english ??= readSection('english').split('\n')
  const senses: string[] = []
  for (let at = 0; at < code.length; at += CODE) {
    let number = 0
    for (const digit of code.slice(at, at + CODE)) number = 64 * number + (DIGIT_VALUES.get(digit) as number)
    senses.push(english[number] as string)
  }
  return senses
}
