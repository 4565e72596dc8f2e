import type { ListedTool } from '@toolscout/discovery/internal'
import { compareIds } from '@toolscout/model'
import { groupBy } from '@toolscout/model/internal'

/** Servers that must have tools for a topic: what one server calls its tools is not said to a model before it asked. */
const MIN_SERVERS = 3
/** Words after which a name says with what, not what: `get_weather_by_city` is about weather. */
const PREPOSITIONS = new Set('by for from in of on to with at and or as via using into'.split(' '))
/** Words that end names of tools for anything: no topics, and verbs that stand behind what they act on. */
const EMPTY_NOUNS = new Set(
  'all api available batch call config count create data delete detail details execute get id info information input item list mcp metadata more name new now option output property query result run search server setting stat start stats status stop summary sync tool type update user value version'.split(
    ' ',
  ),
)
/** A word that is shown: plain letters, so that no name writes anything but a word. */
const SHOWN_WORD = /^[a-z]{3,16}$/
const CASE_SEAM = /([a-z0-9])([A-Z])/g
const SEAMS = /[\s_.:/-]+/

/**
 * What most servers have tools for: the nouns their tools' names end in, by how many servers have them, then in ascending
 * order. It depends on the tools alone.
 */
export function topicsOf(tools: readonly ListedTool[]): readonly string[] {
  return [...groupBy(tools, ({ summary }) => topicOf(summary.name))]
    .map(([topic, own]) => ({ topic, servers: new Set(own.map(sourceOf)).size }))
    .filter(({ servers }) => servers >= MIN_SERVERS)
    .sort((a, b) => b.servers - a.servers || compareIds(a.topic, b.topic))
    .map(({ topic }) => topic)
}

/** The server of a tool, as the operator calls it, or the namespace of a local one. */
export function sourceOf({ summary: { namespace = '', backends } }: ListedTool): string {
  return backends.find((backend) => backend.kind === 'mcp')?.server ?? namespace
}

/** The noun a name of two words or more is about, in the singular. */
function topicOf(name: string): string | undefined {
  const words = name.replace(CASE_SEAM, '$1 $2').toLowerCase().split(SEAMS)
  const end = words.findIndex((word, i) => i > 0 && PREPOSITIONS.has(word))
  const about = end === -1 ? words : words.slice(0, end)
  const noun = singular(about.at(-1) ?? '')
  return about.length < 2 || EMPTY_NOUNS.has(noun) || !SHOWN_WORD.test(noun) ? undefined : noun
}

function singular(word: string): string {
  if (/(?:ss|us|is|news)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return /(?:x|ch|sh|ss)es$/.test(word) ? word.slice(0, -2) : word.replace(/s$/, '')
}
