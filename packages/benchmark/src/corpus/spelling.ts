/** Words that say little and stand between the others; what is given to engines as plain words lacks them. */
// biome-ignore format: one list
export const FUNCTION_WORDS: readonly string[] = [
  'the', 'a', 'to', 'of', 'for', 'and', 'in', 'is', 'or', 'with', 'from', 'by', 'this', 'that', 'if', 'be', 'on',
  'as', 'an', 'are', 'when', 'it', 'at', 'which', 'into', 'can', 'will', 'must', 'not', 'has',
]

/** Words names of tools begin with, the frequent ones first. */
// biome-ignore format: one list
export const VERBS: readonly string[] = [
  'get', 'list', 'create', 'search', 'update', 'delete', 'add', 'send', 'set', 'find', 'fetch', 'read', 'run',
  'check', 'generate', 'analyze', 'query', 'convert', 'upload', 'execute', 'start', 'stop', 'move', 'export',
]

/** Other frequent content words of tool catalogs. */
// biome-ignore format: one list
const NOUNS: readonly string[] = [
  'id', 'name', 'type', 'data', 'file', 'user', 'number', 'page', 'filter', 'result', 'date', 'url', 'time',
  'value', 'path', 'default', 'optional', 'string', 'project', 'text', 'message', 'limit', 'content', 'status',
  'information', 'details', 'specific', 'title', 'format', 'description', 'task', 'given', 'key', 'code', 'token',
  'image', 'issue', 'repository', 'version', 'address', 'api', 'end', 'item', 'field', 'document', 'account',
  'channel', 'event', 'email', 'model', 'market', 'price', 'order', 'team', 'record', 'table', 'database', 'branch',
  'comment', 'location', 'language', 'size', 'video', 'web', 'group', 'folder', 'tag', 'calendar', 'contact',
  'network', 'balance', 'symbol', 'source', 'target', 'label', 'note', 'customer', 'node', 'cluster', 'service',
  'log', 'metric', 'session', 'request', 'response', 'chart', 'report', 'payment', 'invoice', 'product', 'category',
  'weather', 'city', 'country', 'station', 'route', 'flight', 'hotel', 'song', 'artist', 'album', 'player', 'match',
  'league', 'score', 'paper', 'author', 'article', 'news', 'topic', 'stock',
]

/** Verbs and other words by turns, so that the verbs are as frequent in texts as they are in real ones. */
const REAL_WORDS: readonly string[] = NOUNS.flatMap((noun, i) =>
  i < VERBS.length ? [noun, VERBS[i] as string] : [noun],
)
const KNOWN = new Set([...REAL_WORDS, ...FUNCTION_WORDS])

const CONSONANTS = 'bdfghklmnprstvwz'
const VOWELS = 'aeiou'
const SYLLABLES = CONSONANTS.length * VOWELS.length
/** How many words of three syllables there are. */
export const SPELLABLE_WORDS: number = SYLLABLES ** 3
/** Odd and no multiple of 5, so multiplying by it modulo 2¹²·5³ puts every number in another place. */
const SCRAMBLE = 179_427

/**
 * The word of a rank: real words first, then made-up ones of three syllables, each rank its own. Neighbouring
 * ranks look nothing alike, so that the beginning of a word says nothing about how frequent it is.
 *
 * @param rank 0 to {@link SPELLABLE_WORDS}, exclusive.
 */
export function spellWord(rank: number): string {
  const real = REAL_WORDS[rank]
  if (real !== undefined) return real
  let rest = (rank * SCRAMBLE) % SPELLABLE_WORDS
  let word = ''
  for (let i = 0; i < 3; i += 1) {
    const syllable = rest % SYLLABLES
    rest = Math.floor(rest / SYLLABLES)
    word += `${CONSONANTS[Math.floor(syllable / VOWELS.length)]}${VOWELS[syllable % VOWELS.length]}`
  }
  return KNOWN.has(word) ? `${word}x` : word
}
