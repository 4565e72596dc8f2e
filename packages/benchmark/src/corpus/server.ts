import type { CorpusTool } from './corpus-tool.ts'
import { joinName, NAME_STYLES, type NameStyle } from './name-style.ts'
import { drawQuantile, type Quantiles } from './quantiles.ts'
import { createRandom, type Random } from './random.ts'
import { drawSchema } from './schema.ts'
import { VERBS } from './spelling.ts'
import { capitalize, createToolWords, type ToolWords } from './tool-words.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Draws of rare words that make a server's own vocabulary. */
const SERVER_WORDS = 108
/** Tools of a server; about 15 on average. */
const TOOLS: Quantiles = [
  [0, 1],
  [0.25, 5],
  [0.5, 11],
  [0.75, 20],
  [0.9, 30],
  [1, 60],
]
/** Words of a name; 2.8 on average. */
const NAME_WORDS: Quantiles = [
  [0, 1],
  [0.04, 2],
  [0.38, 3],
  [0.78, 4],
  [0.95, 5],
  [1, 6],
]
/** Words of a description: half have at most 12, a tenth 46 and more, 22.7 on average. */
const DESCRIPTION_WORDS: Quantiles = [
  [0, 1],
  [0.1, 5],
  [0.25, 8],
  [0.5, 12.5],
  [0.75, 24],
  [0.9, 46.5],
  [0.97, 85],
  [1, 240],
]
const CHANCE_OF_TITLE = 0.15
const CHANCE_OF_BRAND = 0.1

/** All tools of the server of a number, the same for the same seed and number. */
export function drawServer(vocabulary: Vocabulary, seed: number, number: number): readonly CorpusTool[] {
  const random = createRandom(seed, number)
  const brand = vocabulary.brand(number)
  const style = random.pick(NAME_STYLES)
  const words = Array.from({ length: SERVER_WORDS }, () => vocabulary.drawRare(random))
  const category = vocabulary.drawFrequent(random)
  const size = Math.floor(drawQuantile(TOOLS, random))
  const tools = new Map<string, CorpusTool>()
  for (let i = 0; i < size; i += 1) {
    const toolWords = createToolWords(vocabulary, words, random)
    const tool = drawTool({ brand, style, category, toolWords, random, taken: tools })
    tools.set(tool.name, tool)
  }
  return [...tools.values()]
}

interface ToolPlan {
  readonly brand: string
  readonly style: NameStyle
  readonly category: string
  readonly toolWords: ToolWords
  readonly random: Random
  readonly taken: ReadonlyMap<string, unknown>
}

function drawTool({ brand, style, category, toolWords, random, taken }: ToolPlan): CorpusTool {
  const nameWords = [drawVerb(random)]
  const length = Math.floor(drawQuantile(NAME_WORDS, random))
  while (nameWords.length < length || taken.has(joinName(nameWords, style))) {
    nameWords.push(toolWords.contentBut(nameWords))
  }
  const name = joinName(nameWords, style)
  const description = toolWords.sentence(Math.floor(drawQuantile(DESCRIPTION_WORDS, random)))
  const ofBrand = random.next() < CHANCE_OF_BRAND ? ` ${capitalize(brand)}.` : ''
  const title = nameWords.map(capitalize).join(' ')
  return {
    id: `${brand}:${name}`,
    name,
    namespace: brand,
    ...(random.next() < CHANCE_OF_TITLE ? { title } : {}),
    description: `${description}${ofBrand}`,
    inputSchema: drawSchema(toolWords, style, random),
    tags: [category],
  }
}

/** The verb of rank r is drawn 1/r as often, which makes a quarter of all names begin with `get`. */
function drawVerb(random: Random): string {
  let mark = random.next() * VERB_WEIGHT
  for (const [i, verb] of VERBS.entries()) {
    mark -= 1 / (i + 1)
    if (mark < 0) return verb
  }
  return VERBS[0] as string
}
const VERB_WEIGHT = VERBS.reduce((sum, _, i) => sum + 1 / (i + 1), 0)
