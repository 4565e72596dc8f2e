/**
 * Words and phrases by what they say, in lower case, words separated by one space; a word that begins with a dot is one
 * that does in the text, as names of hidden files do.
 */
export const LEXICON = {
  override:
    'ignore|ignoring|disregard|disregarding|forget|override|overrides|overriding|overrule|bypass|bypassing|supersede|supersedes|nullify|discard|set aside|stop following|no longer apply|do not follow|abandon|circumvent|takes precedence|take precedence|has precedence|outranks|ignorieren|ignoriere|vergiss|ignora|ignorar|olvida|ignorez|ignorer|oubliez|esquece|игнорируй|игнорируйте|забудь',
  rules:
    'instruction|instructions|rule|rules|guideline|guidelines|prompt|prompts|directive|directives|policy|policies|restriction|restrictions|safeguard|safeguards|guardrail|guardrails|constraint|constraints|safety|orders|system message|system messages|training|anweisung|anweisungen|regeln|instrucciones|instrucción|instructions antérieures|règles|instruções|инструкции|инструкций|правила',
  prior:
    'previous|previously|prior|earlier|above|preceding|all|any|every|other|existing|original|your|initial|former|system|developer|vorherigen|alle|anteriores|todas|précédentes|предыдущие|все',
  negation: 'not|never|without|avoid|cannot|no|nor|refrain|don t|don’t|dont|must not|nobody|none|rather than',
  tell: 'tell|telling|mention|mentioning|mentions|reveal|revealing|inform|informing|disclose|disclosing|notify|notifying|show|showing|display|displaying|explain|explaining|alert|alerting|warn|warning|acknowledge|discuss|expose|say|announce|surface|surfacing|refer|summarize|ask|asking|prompt the|told|informed|notified|shown|aware|know|see|notice|visible|mentioned|apparent',
  user: 'user|users|human|humans|person|customer|customers|operator|owner|anyone|anybody|end user|them|people|he|she|him|her',
  stealth:
    'silently|silent|secretly|covertly|quietly|discreetly|stealthily|unnoticed|invisibly|behind the scenes|surreptitiously|hidden from|hide this|hide it|hide the|hide these|conceal|kept secret|keep this secret|keep it secret|keep this hidden|keep this confidential|keep secret|between us|unaware|undetected|without their knowledge|without drawing attention|imperceptibly|inconspicuously|out of sight|not visible|invisible to|without the user|without user knowledge|without the human|without them|without anyone|without alerting|without notice|off the record|leave no trace|no trace|do not log|not be logged|suppress any|mask the|disguise',
  file: 'id rsa|id ed25519|id dsa|id ecdsa|.ssh|.env|.aws|.netrc|.npmrc|.pypirc|.gnupg|.kube|.docker|.cursor|.bash history|.zsh history|bash history|zsh history|.bashrc|.zshrc|.git credentials|etc passwd|etc shadow|etc hosts|authorized keys|known hosts|mcp json|claude desktop config|credentials json|secrets json|secrets yaml|secrets yml|wallet dat|login data|keychain|shadow file|passwd file|.claude|.codex|.gitconfig|.config|tfstate|service account json|master key|ssh directory|ssh folder|appdata|proc self',
  secret:
    'credential|credentials|password|passwords|passphrase|private key|private keys|ssh key|ssh keys|api key|api keys|apikey|api token|api tokens|secret key|secret keys|secrets|access token|access tokens|access key|access keys|auth token|auth tokens|bearer token|bearer tokens|session token|session tokens|session cookie|session cookies|oauth token|oauth tokens|refresh token|refresh tokens|seed phrase|seed phrases|mnemonic|recovery phrase|recovery codes|environment variable|environment variables|env vars|env var|connection string|connection strings|database url|cookies|2fa|one time code|otp|credit card|card number|social security|ssn|signing key|encryption key|encryption keys|keystore|wallet keys|tokens',
  context:
    'system prompt|system message|conversation history|chat history|conversation so far|entire conversation|full conversation|conversation context|previous messages|prior messages|message history|full context|entire context|whole conversation|chat log|chat logs|transcript so far|conversation transcript|tool list|list of tools|available tools|other tools you|internal instructions|your instructions|your prompt|context window|user s messages|past conversations|previous tool results|tool call history|chain of thought|scratchpad|developer message|session context|what the user said|user s last message|verbatim|user has written|user has said|user wrote|user said|chat so far|entire chat|whole chat|full chat|what other tools returned|everything the user|results of other tools|output of other tools|earlier tool results|prior tool results|users previous|user s previous|user s request|original user request|your reasoning|your thoughts|your thinking|internal reasoning|your memory|your memories|system instructions|initial prompt|hidden prompt|prompt text',
  read: 'read|reads|reading|open|load|cat|access|retrieve|collect|gather|harvest|extract|dump|obtain|fetch|grab|locate|search for|look for|scan|enumerate|list all|inspect|copy|contents of|content of|get the|look up|find',
  send: 'send|sends|sending|forward|forwards|upload|uploads|uploading|post|posts|posting|transmit|transmits|exfiltrate|exfiltrating|bcc|email|submit|submits|submitting|deliver|relay|leak|beacon|report to|sync|mirror|cc|push|ship|share|wire|phone home|call home|http request|get request|curl|webhook|emailed|posted|uploaded|transmitted|forwarded|report|delivered|text|mail|mailed|posting|streamed|stream|synced|dispatch|dispatched|dm|notify',
  place:
    'include|includes|including|put|place|insert|append|appended|attach|attached|embed|embedded|encode|encoded|pass|passed|passing|provide|supply|fill|paste|prepend|concatenate|add|store|write|set|populate|supplied|pasted|smuggle|stuff|carry|copy|copied|copying|hand over|hand it',
  slot: 'parameter|parameters|argument|arguments|field|fields|sidenote|side note|metadata|header|headers|query string|annotation|footer|signature|comment|notes field|subject line|user agent|context field|debug field|trace field|extra field|telemetry|diagnostics|subject|body of|amount|quantity|price|total|value of',
  before:
    'before|prior to|first|whenever|each time|every time|after every|after each|at the start|beginning of|precondition|prerequisite|beforehand|ahead of|upon|as soon as|once per|immediately after|after using|after calling|after this|when calling|when using|when this tool|regardless',
  tool: 'tool|tools|function|functions|tool call|tool calls|mcp server|mcp servers|plugin|plugins|servers|skill|skills',
  use: 'use|using|used|call|calling|called|invoke|invoking|invoked|run|running|execute|executing|executed|select|selecting|choose|choosing|prefer|pick|trigger|triggered|performed|activated|consulted|trigger this|queried|launched',
  any: 'any other|all other|every other|other tools|another tool|any tool|all tools|every tool|each tool|any other tools|other servers|another server|competing|alternative tools|similar tools|alternatives|other tool|any function|tools from|everything else|any request|every request|all requests|every message|every response|any action|every task|any task|each task|every conversation|each conversation|any question|every question|before answering|before responding|before you answer|before you respond|before replying|anything else|every session|each session|every turn|each turn|whatever the user|any conversation|any other action|any other step|other tool calls|any further|every other call|each call|every call|each message|user message|all subsequent|every subsequent|every interaction|each interaction|all user|all queries|every query|all tasks|everything|any response|any file|any operation|any operations|all operations|file operations|every operation|any transaction|all transactions|any email|any write|any actions|each operation|any command|any commit|any deletion|any database|any access|any payment|any transfer|any api|every transaction|any search|any read|any code|any message|every file|every payment|any data',
  must: 'must|always|required|mandatory|shall|have to|need to|needs to|important|critical|crucial|essential|make sure|ensure|be sure|obligatory|imperative|necessary|never|required to|requires you|you will|compulsory|non negotiable|strictly|you should',
  instead:
    'instead of|instead|rather than|in place of|replaces|replace|in lieu of|do not use|never use|don t use|avoid using|do not call|never call|deprecated|obsolete|compromised|broken|unsafe|insecure|unreliable|outdated|no longer',
  best: 'best tool|best choice|highest priority|top priority|priority over|preferred over|always use this|always choose this|always prefer|always call this|always select|prefer this|the only tool|only tool|only reliable|only trusted|only official|only approved|most reliable|most trusted|superior to|better than any|default choice|must be chosen|must choose this|should be preferred|first choice|prioritize this|prioritise this|over all others|over any other|exclusively use|use this exclusively|the only correct|the only safe|officially recommended|ranked first|always be used|always be chosen',
  agent:
    'ai|llm|llms|assistant|assistants|agent|agents|model|models|claude|gpt|chatgpt|gemini|copilot|you|your|language model',
  address:
    'attacker|evil|exfil|webhook site|requestbin|ngrok|pastebin|our server|our endpoint|remote server|external server|external endpoint|external address|collector|collection endpoint|third party server|this address|following address|following url|this url|this email|following email|following endpoint|collection server|analytics endpoint|audit endpoint|telemetry endpoint|drop box|into the subdomain|as a subdomain|as subdomain|markdown image|remote host|our backend|our servers|our api|our service|external host|c2|command and control|drop server|remote endpoint|backup server|analytics server|logging server|monitoring server|compliance server|audit server|compliance endpoint|logging endpoint|monitoring endpoint|vendor endpoint|partner endpoint',
  command:
    'curl|wget|bash c|bin sh|bin bash|powershell|rm rf|chmod|crontab|base64 d|netcat|nc e|reverse shell|eval|os system|subprocess|sudo|invoke webrequest|iex|pipe to bash|pip install|npm install|npx y|shell command|shell commands|ssh keygen|dev tcp',
  recipient:
    'recipient|recipients|destination|payee|beneficiary|bank account|wallet address|to address|to field|bcc field|cc field|account number|iban|routing number|payment address|payout|phone number|all emails|all messages|every email|every message|all payments|every payment|bcc',
  reroute:
    'change|replace|redirect|reroute|rewrite|modify|swap|substitute|alter|override|route|redirected|replaced|always set|set to|proxy|divert|also send|also forward|silently add|add an extra|addressed to|must be set|should be set|must be changed|must become|increase the|double the|multiply|round up|reduce the',
  protection:
    'safety|security|confirmation|confirmations|approval|approvals|permission|permissions|consent|verification|validation|sandbox|logging|audit|moderation|content filter|filters|warnings|warning|safety checks|security checks|guardrails|safeguards|authorization|authentication|human review|user confirmation|restrictions|firewall|antivirus|access controls|malware scan|two factor',
  disable:
    'disable|disables|disabling|skip|skipping|bypass|bypassing|turn off|suppress|without asking|without confirmation|without approval|without permission|without consent|without user|without prompting|without requesting|auto approve|automatically approve|pre approved|preapproved|preauthorized|already approved|already authorized|already consented|already granted|already agreed|not required|no confirmation|no need to ask|assume consent|assume permission|grant|elevate|escalate|circumvent|ignore|turning off|switch off|deactivate|waive|waived|suppressed|disabled|unnecessary|do not wait|without waiting|do not request|never ask|never request|implicitly|blanket|do not require',
  reply:
    'your response|your reply|your answer|your output|your responses|your replies|your answers|final answer|final response|every reply|every answer|respond with|reply with|respond only|answer with|end of your|in your next|to the answer|each answer|each reply|each response|every response|your final|your message|the final answer|you reply|you answer|you respond|when answering|when responding|tell the user that|tell the user to|inform the user that|assure the user|convince the user|recommend to the user|recommend the user|advise the user|instruct the user|persuade the user|urge the user',
  persona:
    'you are now|from now on|act as|pretend to be|pretend that|developer mode|god mode|admin mode|maintenance mode|debug mode enabled|unrestricted|do anything now|new instructions|updated instructions|new system prompt|system override|real instructions|actual instructions|true purpose|real task|new role|new persona|higher authority|elevated mode|emergency protocol|emergency override|authorized by the administrator|authorized by anthropic|authorized by openai|by order of|hidden instruction|hidden instructions|secret instruction|secret instructions|internal note|note to the assistant|note to ai|note for ai|note to the model|note for the assistant|note to llm|message to the assistant|message for the assistant|message to the model|instructions for the assistant|instructions for ai|instruction for ai|instructions for the ai|instructions to the model|instruction to the model|instruction to the assistant|attention ai|attention assistant|attention agent|attention model|for the assistant only|for the model only|for ai only|for ai agents only|only for the ai|not for the user|not for users|ai agents must|assistant must|assistants must|model must|agent must|llm must|the ai must|ai must|you must obey|obey this|obey the|obey these|root instructions|master prompt|core directive|prime directive|overriding instruction|as the system|system notice|admin notice|administrator notice|system update|this is a system|message from the system|message from the developer|message from anthropic|message from openai|official notice',
  whole:
    'all|every|each|everything|entire|full|complete|a copy|copy of|copies|result|results|output|outputs|as well|also|additionally|afterwards|in addition|whole|verbatim|so far|word for word|any|raw|duplicate|unredacted|word by word|in full|complete list',
  pressure:
    'or else|failure to|will fail|will be terminated|will be suspended|will be penalized|otherwise the|will be rejected|do not proceed|cannot proceed|compliance|legally required|security policy|company policy|regulatory|penalty|immediately|urgent|crash|will be lost|will be deleted|will not work|does not work|data loss|corrupted|account will|invalid unless|errors out|fails unless|mandatory|not optional',
} as const

/** What a word or phrase can say. */
export type Concept = keyof typeof LEXICON

const NAMES = Object.keys(LEXICON) as Concept[]

/** One bit a concept. */
export const BITS = Object.freeze(Object.fromEntries(NAMES.map((name, i) => [name, 1 << i]))) as {
  readonly [concept in Concept]: number
}

/** Words of the longest phrase. */
export const LONGEST_PHRASE = 4

/** By word or phrase, the bits of what it says. */
export const CONCEPTS: ReadonlyMap<string, number> = readLexicon()

/** First words of phrases: what begins with another one is no phrase. */
export const PHRASE_STARTS: ReadonlySet<string> = new Set(
  [...CONCEPTS.keys()]
    .filter((phrase) => phrase.includes(' '))
    .map((phrase) => phrase.split(' ', 1)[0] ?? ''),
)

function readLexicon(): ReadonlyMap<string, number> {
  const concepts = new Map<string, number>()
  for (const name of NAMES) {
    for (const phrase of LEXICON[name].split('|')) {
      concepts.set(phrase, (concepts.get(phrase) ?? 0) | BITS[name])
    }
  }
  return concepts
}
