import lexicon from './lexicon.json' with { type: 'json' }

/** What `other` stands for: the name of a tool of another server; `link`: a URL, a mail or IP address; `mail`: a mail address. */
export type Sign = Concept | 'other' | 'link' | 'mail'

/** Words that make a text suspicious when they stand close together. */
export interface Rule {
  /** One sign of each list has to be there. */
  readonly needs: readonly (readonly Sign[])[]
  /** Words between the first and the last of them, at most. */
  readonly within: number
  /** Whether they have to stand in this order. */
  readonly isOrdered?: boolean
}

/** By what a text is suspected of; what each adds to the words of a sentence was learned with their weights. */
export const RULES = {
  /** It says that other instructions do not count. */
  OVERRIDES_INSTRUCTIONS: [{ within: 8, needs: [['override'], ['prior'], ['rules']] }],
  /** It speaks in the voice of a system, or names a new role. */
  SPEAKS_AS_SYSTEM: [{ within: 0, needs: [['persona']] }],
  /** It wants something kept from the user. */
  KEEPS_FROM_USER: [
    { within: 9, isOrdered: true, needs: [['negation'], ['tell'], ['user']] },
    { within: 8, isOrdered: true, needs: [['user'], ['negation'], ['tell']] },
    {
      within: 8,
      isOrdered: true,
      needs: [['negation'], ['tell'], ['rules', 'slot', 'context', 'file', 'secret', 'before', 'reply']],
    },
    {
      within: 12,
      needs: [['stealth'], ['use', 'send', 'read', 'place', 'tell', 'reroute', 'user']],
    },
  ],
  /** It speaks of files that hold secrets. */
  SECRET_FILES: [
    { within: 0, needs: [['file']] },
    { within: 12, needs: [['file'], ['read', 'place', 'send']] },
    { within: 24, needs: [['file'], ['read'], ['send', 'place', 'slot', 'before', 'must']] },
  ],
  /** It wants credentials to be read or passed on. */
  CREDENTIALS: [
    {
      within: 30,
      needs: [['secret'], ['read'], ['send', 'slot', 'address'], ['must', 'before', 'agent', 'place']],
    },
    { within: 25, needs: [['secret'], ['stealth']] },
    { within: 8, isOrdered: true, needs: [['tell'], ['user'], ['secret']] },
    { within: 20, needs: [['secret'], ['send', 'place'], ['address']] },
  ],
  /** It wants the conversation or the instructions of the model. */
  CONVERSATION: [
    {
      within: 20,
      needs: [['context'], ['place', 'send'], ['slot', 'must', 'before', 'agent', 'address', 'link']],
    },
    { within: 0, needs: [['context']] },
    { within: 6, needs: [['context'], ['whole', 'place']] },
  ],
  /** It wants data in a parameter that is not for them. */
  SIDE_CHANNEL: [{ within: 18, needs: [['place', 'send'], ['context', 'secret', 'file'], ['slot']] }],
  /** It wants data sent somewhere. */
  SENDS_AWAY: [
    { within: 12, needs: [['send', 'place'], ['address']] },
    {
      within: 24,
      needs: [['send'], ['link'], ['must', 'before', 'any', 'stealth', 'context', 'secret', 'file']],
    },
    {
      within: 10,
      needs: [['mail'], ['send', 'place', 'reroute', 'recipient', 'any', 'must', 'secret']],
    },
    {
      within: 16,
      needs: [
        ['secret', 'context'],
        ['send', 'place'],
        ['link', 'address'],
      ],
    },
    { within: 14, needs: [['send'], ['whole'], ['link']] },
  ],
  /** It wants something to go to somebody else. */
  REROUTES: [
    { within: 14, needs: [['reroute'], ['slot'], ['any']] },
    { within: 8, needs: [['reroute'], ['recipient']] },
    { within: 20, needs: [['recipient'], ['link'], ['must', 'reroute', 'place', 'any']] },
  ],
  /** It wants to be called before or after others, or whatever is asked. */
  CALLS_ITSELF: [
    { within: 12, needs: [['use'], ['before'], ['any']] },
    { within: 14, needs: [['must'], ['use'], ['before'], ['tool']] },
  ],
  /** It wants to be called in the place of others. */
  REPLACES_OTHERS: [
    { within: 12, needs: [['instead', 'override'], ['any'], ['use', 'tool']] },
    { within: 8, needs: [['best'], ['tool', 'use', 'any']] },
  ],
  /** It says how a tool of another server is to be used. */
  SPEAKS_FOR_OTHERS: [
    {
      within: 20,
      needs: [['other'], ['must', 'instead', 'before', 'reroute', 'place', 'override', 'stealth']],
    },
  ],
  /** It wants consent, checks or records left out. */
  SKIPS_CONSENT: [
    { within: 6, isOrdered: true, needs: [['negation'], ['tell'], ['protection']] },
    { within: 7, needs: [['disable'], ['protection']] },
  ],
  /** It wants commands to be run. */
  RUNS_COMMANDS: [
    {
      within: 14,
      needs: [['command'], ['must', 'before', 'link', 'stealth', 'place', 'whole']],
    },
  ],
  /** It wants something in the answers to the user. */
  SHAPES_ANSWERS: [
    {
      within: 14,
      needs: [['reply'], ['must', 'place', 'link', 'any'], ['place', 'link', 'negation']],
    },
    { within: 0, needs: [['reply']] },
  ],
  /** It threatens, or orders without need. */
  PRESSES: [{ within: 16, needs: [['pressure'], ['must']] }],
} as const

/** What a text is suspected of: that it breaks a rule, or what words alone do not tell. */
export type PoisonCode =
  | keyof typeof RULES
  /** Its words are those of orders to a model, by no rule that has a name. */
  | 'GIVES_ORDERS'
  /** It is written so that it cannot be read. */
  | 'ENCODED_TEXT'
  /** There is more of it than is looked through. */
  | 'UNREAD_TEXT'
  /** It holds invisible characters, or letters that look like others. */
  | 'HIDDEN_TEXT'
  /** It has the name and nearly the text of a tool of another server that somebody trusts. */
  | 'IMITATES'

/** Tags that only a text posing as the system uses. */
export const PSEUDO_TAGS: ReadonlySet<string> = new Set([
  'important', 'system', 'sys', 'instruction', 'instructions', 'secret', 'hidden', 'admin', 'assistant', 'critical', 'override',
  'prompt', 'priority', 'mandatory', 'urgent', 'directive', 'policy', 'internal', 'private', 'developer', 'thinking', 'im_start',
  'im_end', 'endoftext', 'system_prompt', 'tool_instructions', 'system_instruction', 'agent', 'ai', 'llm', 'rules', 'security',
  'compliance', 'attention', 'admin_override', 'developer_message', 'tool_description', 'system_message', 'assistant_instructions',
  'user_message', 'system_note', 'policy_update', 'tool_text', 'context_update', 'end_of_tool', 'operator', 'runtime', 'host', 'required', 'must', 'root', 'start_header_id', 'eot_id',
]) // biome-ignore format: one list

/** Letters of other scripts that look like Latin ones, each before the one it looks like. */
const PAIRS = 'аaеeоoрpсcуyхxіiјjѕsԁdһhӏlԛqԝwвbкkмmнhтtαaοoρpνvεeιiκkτtυuχxγy'

/** By letter of another script, the Latin one it looks like. */
export const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  (PAIRS.match(/../gu) ?? []).map((pair) => [pair.slice(0, 1), pair.slice(1)]),
)

/**
 * What a word or phrase can say. The lists of `lexicon.json` are in lower case, words separated by one space; a word that
 * begins with a dot is one that does in the text, as names of hidden files do.
 */
export type Concept = (typeof CONCEPT_NAMES)[number]

// biome-ignore format: a word each would be a page.
const CONCEPT_NAMES = [
  'override', 'rules', 'prior', 'negation', 'tell', 'user', 'stealth', 'file', 'secret', 'context', 'read', 'send',
  'place', 'slot', 'before', 'tool', 'use', 'any', 'must', 'instead', 'best', 'agent', 'address', 'command',
  'recipient', 'reroute', 'protection', 'disable', 'reply', 'persona', 'whole', 'pressure',
] as const

/** One bit a concept. */
export const BITS = Object.freeze(Object.fromEntries(CONCEPT_NAMES.map((name, i) => [name, 1 << i]))) as {
  readonly [concept in Concept]: number
}

let concepts: ReadonlyMap<string, number> | undefined

/** By word or phrase, the bits of what it says; read when it is first asked for. */
export function knownConcepts(): ReadonlyMap<string, number> {
  concepts ??= readLexicon()
  return concepts
}

/** Every beginning of whole words that is shorter than its phrase. */
export function beginningsOf(phrases: Iterable<string>): ReadonlySet<string> {
  const beginnings = new Set<string>()
  for (const phrase of phrases) {
    for (let end = phrase.indexOf(' '); end !== -1; end = phrase.indexOf(' ', end + 1)) {
      beginnings.add(phrase.slice(0, end))
    }
  }
  return beginnings
}

function readLexicon(): ReadonlyMap<string, number> {
  const concepts = new Map<string, number>()
  for (const name of CONCEPT_NAMES) {
    for (const phrase of lexicon.concepts[name]) {
      concepts.set(phrase, (concepts.get(phrase) ?? 0) | BITS[name])
    }
  }
  return concepts
}
