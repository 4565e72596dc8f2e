import { findSenses } from './inflection.ts'
import type { WordList } from './word-lists.ts'

/** A piece of a text and its English words; without `senses` it is unknown, with none it is a stop word. */
export interface Piece {
  readonly text: string
  readonly senses?: readonly (readonly string[])[] | undefined
}

const LONGEST = 10
// What a piece costs: long words are better than short ones, and any word better than none.
const WORD = 1
const EACH_CHARACTER = -0.02
const CHARACTER = 1.3
const STOP_WORD = 0.9
const UNKNOWN = 1.6
/** A katakana word is not put together from its syllables. */
const INSIDE_KATAKANA = 2
const KANA_ENDING = 0.1
const VERB = /^(\p{Script=Han}+)(\p{Script=Hiragana}{1,3})$/u
const KATAKANA_RUN = /^[\u30a1-\u30ff]+/
const KATAKANA = /^[\u30a1-\u30ff]$/

/** The words of a run of Chinese or Japanese: the cheapest way to cut it into words of the list. */
export function cutRun(run: string, list: WordList): readonly Piece[] {
  const costs = new Float64Array(run.length + 1).fill(Number.POSITIVE_INFINITY)
  const pieces: Piece[] = []
  const starts = new Int32Array(run.length + 1)
  costs[0] = 0
  for (let start = 0; start < run.length; start += 1) {
    const offer = (end: number, cost: number, senses: Piece['senses']): void => {
      const isInside = isKatakana(run, start - 1, start) || isKatakana(run, end - 1, end)
      const sum = (costs[start] as number) + cost + (isInside ? INSIDE_KATAKANA : 0)
      if (sum >= (costs[end] as number)) return
      costs[end] = sum
      starts[end] = start
      pieces[end] = { text: run.slice(start, end), senses }
    }
    const unknown = KATAKANA_RUN.exec(run.slice(start))?.[0].length ?? 1
    offer(start + unknown, UNKNOWN, undefined)
    for (let end = start + 1; end <= Math.min(run.length, start + LONGEST); end += 1) {
      const word = run.slice(start, end)
      const senses = list.sensesOf(word)
      const length = end - start
      if (senses !== undefined)
        offer(end, length === 1 ? CHARACTER : WORD + EACH_CHARACTER * length, [senses])
      else if (list.stopWords.has(word)) offer(end, STOP_WORD, [])
      else {
        const [, characters = '', kana = ''] = VERB.exec(word) ?? []
        const verb = list.byCharacters.get(characters)
        if (verb !== undefined)
          offer(end, WORD + KANA_ENDING * kana.length, [list.sensesOf(verb) as readonly string[]])
      }
    }
  }
  const found: Piece[] = []
  for (let end = run.length; end > 0; end = starts[end] as number) found.push(pieces[end] as Piece)
  return found.reverse()
}

/** Whether the border of a piece lies between two syllables of one katakana word. */
function isKatakana(run: string, before: number, after: number): boolean {
  return KATAKANA.test(run[before] ?? '') && KATAKANA.test(run[after] ?? '')
}

/** Particles and endings that cling to Korean words, the longest first. */
const PARTICLES =
  '으로부터 에서부터 해주세요 해주십시오 에서는 에게서 이라는 으로써 입니다 합니다 습니다 됩니다 인가요 해줘 해서 하고 하기 하는 하여 했어 에서 에게 으로 까지 부터 처럼 보다 라는 이나 한테 마다 이랑 랑 된 할 한 해 을 를 이 가 은 는 에 의 로 와 과 도 만 나 들 좀 줘'.split(
    ' ',
  )
/** Longer runs of letters are no words. */
const MAX_WORD = 40
const VERB_ENDINGS = ['', '다', '하다']
const MOST_PARTICLES = 3

/** The words of a run of Korean letters: without its particles, or the longest word of the list that it begins with. */
function cutKorean(run: string, list: WordList): Piece['senses'] {
  let word = run
  for (let i = 0; i < MOST_PARTICLES; i += 1) {
    if (list.stopWords.has(word)) return []
    for (const ending of VERB_ENDINGS) {
      const senses = list.sensesOf(word + ending)
      if (senses !== undefined) return [senses]
    }
    const particle = PARTICLES.find((end) => word.endsWith(end) && word.length > end.length)
    if (particle === undefined) break
    word = word.slice(0, -particle.length)
  }
  for (let end = run.length - 1; end >= 2; end -= 1) {
    const head = run.slice(0, end)
    const senses = list.sensesOf(head) ?? list.sensesOf(`${head}다`)
    if (senses === undefined) continue
    const rest = run.length - end >= 2 ? cutKorean(run.slice(end), list) : undefined
    return [senses, ...(rest ?? [])]
  }
  return undefined
}

/** The words of a phrase in a language that parts its words by spaces. */
export function cutWord(word: string, language: string, list: WordList): Piece['senses'] {
  if (word.length > MAX_WORD) return undefined
  return language === 'ko' ? cutKorean(word, list) : findSenses(word, language, list)
}
