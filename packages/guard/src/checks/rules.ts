import type { Concept } from './lexicon.ts'

/** What a text is suspected of. */
export type PoisonCode =
  /** It says that other instructions do not count. */
  | 'OVERRIDES_INSTRUCTIONS'
  /** It speaks in the voice of a system, or names a new role. */
  | 'SPEAKS_AS_SYSTEM'
  /** It wants something kept from the user. */
  | 'KEEPS_FROM_USER'
  /** It speaks of files that hold secrets. */
  | 'SECRET_FILES'
  /** It wants credentials to be read or passed on. */
  | 'CREDENTIALS'
  /** It wants the conversation or the instructions of the model. */
  | 'CONVERSATION'
  /** It wants data in a parameter that is not for them. */
  | 'SIDE_CHANNEL'
  /** It wants data sent somewhere. */
  | 'SENDS_AWAY'
  /** It wants something to go to somebody else. */
  | 'REROUTES'
  /** It wants to be called before or after others, or whatever is asked. */
  | 'CALLS_ITSELF'
  /** It wants to be called in the place of others. */
  | 'REPLACES_OTHERS'
  /** It says how a tool of another server is to be used. */
  | 'SPEAKS_FOR_OTHERS'
  /** It wants consent, checks or records left out. */
  | 'SKIPS_CONSENT'
  /** It wants commands to be run. */
  | 'RUNS_COMMANDS'
  /** It wants something in the answers to the user. */
  | 'SHAPES_ANSWERS'
  /** It threatens, or orders without need. */
  | 'PRESSES'
  /** It is written so that it cannot be read. */
  | 'ENCODED_TEXT'
  /** There is more of it than is looked through. */
  | 'UNREAD_TEXT'
  /** It holds invisible characters, or letters that look like others. */
  | 'HIDDEN_TEXT'

/** What `other` stands for: the name of a tool of another server; `link`: a URL, a mail or IP address; `mail`: a mail address. */
export type Sign = Concept | 'other' | 'link' | 'mail'

/** Words that make a text suspicious when they stand close together. */
export interface Rule {
  readonly code: PoisonCode
  /** How likely a text that breaks nothing else is poisoned, from 0 to 1. */
  readonly weight: number
  /** One sign of each list has to be there. */
  readonly needs: readonly (readonly Sign[])[]
  /** Words between the first and the last of them, at most. */
  readonly within: number
  /** Whether they have to stand in this order. */
  readonly isOrdered?: boolean
}

/** In no order. Of the rules of one code the heaviest that is broken counts. */
export const RULES: readonly Rule[] = [
  { code: 'OVERRIDES_INSTRUCTIONS', weight: 0.8, needs: [['override'], ['prior'], ['rules']], within: 8 },
  { code: 'SPEAKS_AS_SYSTEM', weight: 0.5, needs: [['persona']], within: 0 },
  {
    code: 'KEEPS_FROM_USER',
    weight: 0.55,
    needs: [['negation'], ['tell'], ['user']],
    within: 9,
    isOrdered: true,
  },
  {
    code: 'KEEPS_FROM_USER',
    weight: 0.55,
    needs: [['user'], ['negation'], ['tell']],
    within: 8,
    isOrdered: true,
  },
  {
    code: 'KEEPS_FROM_USER',
    weight: 0.3,
    needs: [['negation'], ['tell'], ['rules', 'slot', 'context', 'file', 'secret', 'before', 'reply']],
    within: 8,
    isOrdered: true,
  },
  {
    code: 'KEEPS_FROM_USER',
    weight: 0.5,
    needs: [['stealth'], ['use', 'send', 'read', 'place', 'tell', 'reroute', 'user']],
    within: 12,
  },
  { code: 'SECRET_FILES', weight: 0.4, needs: [['file']], within: 0 },
  { code: 'SECRET_FILES', weight: 0.6, needs: [['file'], ['read', 'place', 'send']], within: 12 },
  {
    code: 'SECRET_FILES',
    weight: 0.75,
    needs: [['file'], ['read'], ['send', 'place', 'slot', 'before', 'must']],
    within: 24,
  },
  {
    code: 'CREDENTIALS',
    weight: 0.45,
    needs: [['secret'], ['read'], ['send', 'slot', 'address'], ['must', 'before', 'agent', 'place']],
    within: 30,
  },
  { code: 'CREDENTIALS', weight: 0.6, needs: [['secret'], ['stealth']], within: 25 },
  { code: 'CREDENTIALS', weight: 0.4, needs: [['tell'], ['user'], ['secret']], within: 8, isOrdered: true },
  { code: 'CREDENTIALS', weight: 0.6, needs: [['secret'], ['send', 'place'], ['address']], within: 20 },
  {
    code: 'CONVERSATION',
    weight: 0.5,
    needs: [['context'], ['place', 'send'], ['slot', 'must', 'before', 'agent', 'address', 'link']],
    within: 20,
  },
  { code: 'CONVERSATION', weight: 0.15, needs: [['context']], within: 0 },
  { code: 'CONVERSATION', weight: 0.4, needs: [['context'], ['whole', 'place']], within: 6 },
  {
    code: 'SIDE_CHANNEL',
    weight: 0.5,
    needs: [['place', 'send'], ['context', 'secret', 'file'], ['slot']],
    within: 18,
  },
  { code: 'SENDS_AWAY', weight: 0.55, needs: [['send', 'place'], ['address']], within: 12 },
  {
    code: 'SENDS_AWAY',
    weight: 0.55,
    needs: [['send'], ['link'], ['must', 'before', 'any', 'stealth', 'context', 'secret', 'file']],
    within: 24,
  },
  {
    code: 'SENDS_AWAY',
    weight: 0.4,
    needs: [['mail'], ['send', 'place', 'reroute', 'recipient', 'any', 'must', 'secret']],
    within: 10,
  },
  {
    code: 'SENDS_AWAY',
    weight: 0.4,
    needs: [
      ['secret', 'context'],
      ['send', 'place'],
      ['link', 'address'],
    ],
    within: 16,
  },
  { code: 'SENDS_AWAY', weight: 0.45, needs: [['send'], ['whole'], ['link']], within: 14 },
  { code: 'REROUTES', weight: 0.45, needs: [['reroute'], ['slot'], ['any']], within: 14 },
  { code: 'REROUTES', weight: 0.45, needs: [['reroute'], ['recipient']], within: 8 },
  {
    code: 'REROUTES',
    weight: 0.6,
    needs: [['recipient'], ['link'], ['must', 'reroute', 'place', 'any']],
    within: 20,
  },
  { code: 'CALLS_ITSELF', weight: 0.4, needs: [['use'], ['before'], ['any']], within: 12 },
  { code: 'CALLS_ITSELF', weight: 0.4, needs: [['must'], ['use'], ['before'], ['tool']], within: 14 },
  {
    code: 'REPLACES_OTHERS',
    weight: 0.4,
    needs: [['instead', 'override'], ['any'], ['use', 'tool']],
    within: 12,
  },
  { code: 'REPLACES_OTHERS', weight: 0.45, needs: [['best'], ['tool', 'use', 'any']], within: 8 },
  {
    code: 'SPEAKS_FOR_OTHERS',
    weight: 0.6,
    needs: [['other'], ['must', 'instead', 'before', 'reroute', 'place', 'override', 'stealth']],
    within: 20,
  },
  {
    code: 'SKIPS_CONSENT',
    weight: 0.45,
    needs: [['negation'], ['tell'], ['protection']],
    within: 6,
    isOrdered: true,
  },
  { code: 'SKIPS_CONSENT', weight: 0.4, needs: [['disable'], ['protection']], within: 7 },
  {
    code: 'RUNS_COMMANDS',
    weight: 0.4,
    needs: [['command'], ['must', 'before', 'link', 'stealth', 'place', 'whole']],
    within: 14,
  },
  {
    code: 'SHAPES_ANSWERS',
    weight: 0.4,
    needs: [['reply'], ['must', 'place', 'link', 'any'], ['place', 'link', 'negation']],
    within: 14,
  },
  { code: 'SHAPES_ANSWERS', weight: 0.2, needs: [['reply']], within: 0 },
  { code: 'PRESSES', weight: 0.2, needs: [['pressure'], ['must']], within: 16 },
]

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
