/**
 * Characters a reader does not see but a model does: terminal escapes, C0 and C1 controls except tab and
 * newline, soft hyphens, zero-width and bidirectional marks, fillers, variation selectors, line separators,
 * interlinear annotations, musical controls, tag characters and the byte order mark.
 *
 * The list follows Unicode's Default_Ignorable_Code_Point and Bidi_Control properties plus the escape
 * sequences of ECMA-48; unpaired surrogates are part of it because no encoder can write them.
 */
const HIDDEN_CHARACTERS: RegExp =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is what this expression is for
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: the joiners are named one by one on purpose
  /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[\u001b\u009b][[\]()#;?]*(?:\d{1,4}(?:[;:]\d{0,4})*)?[\dA-PR-TZcf-nq-uy=><~]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|[\ud800-\udfff]/gu

const ANY_HIDDEN = new RegExp(HIDDEN_CHARACTERS.source, 'u')
const PRINTABLE_ASCII = /^[\t\n\x20-\x7e]*$/
const LINE_BREAKS = /\r\n?|\u2028|\u2029|\u0085/g

/** Scripts whose spelling needs zero-width joiners (Arabic, Persian, Indic), and emoji, which need both. */
const JOINED_LETTER =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u
const PICTOGRAPH = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{1f1e6}-\u{1f1ff}#*0-9]/u

/** Whether a text is short and of printable ASCII alone, as most are: then there is nothing to clean or to cut. */
export function isPlainText(text: string, maxLength: number): boolean {
  return text.length <= maxLength && PRINTABLE_ASCII.test(text)
}

/** Whether a text holds a character that {@link cleanText} would remove. Line breaks of any kind are none. */
export function hasHiddenCharacters(text: string): boolean {
  return !PRINTABLE_ASCII.test(text) && cleanText(text) !== text.replace(LINE_BREAKS, '\n')
}

/**
 * Removes hidden characters from foreign text and turns every kind of line break into a newline.
 *
 * Joiners stay where a script spells with them (Arabic and Indic letters, emoji sequences), because there they
 * are visible; anywhere else they carry nothing a reader could see. Idempotent; returns the same string when
 * there is nothing to do.
 */
export function cleanText(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return text
  return replaceHidden(text.replace(LINE_BREAKS, '\n'), () => '')
}

/** Puts something else in the place of every hidden character or escape sequence, unusual line breaks included. */
function replaceHidden(text: string, replacement: (hidden: string) => string): string {
  if (PRINTABLE_ASCII.test(text) || !ANY_HIDDEN.test(text)) return text
  let clean = ''
  let end = 0
  for (const match of text.matchAll(HIDDEN_CHARACTERS)) {
    clean += text.slice(end, match.index)
    end = match.index + match[0].length
    // What stands before is judged in the clean text, so that cleaning twice changes nothing more.
    const isVisible = isVisibleJoiner(match[0], characterBefore(clean), characterAt(text, end))
    clean += isVisible ? match[0] : replacement(match[0])
  }
  return clean + text.slice(end)
}

function isVisibleJoiner(hidden: string, before: string, after: string): boolean {
  if (hidden === '\ufe0f' || hidden === '\ufe0e') return PICTOGRAPH.test(before)
  if (hidden !== '\u200d' && hidden !== '\u200c') return false
  if (hidden === '\u200d' && PICTOGRAPH.test(after)) return PICTOGRAPH.test(before) || before === '\ufe0f'
  return JOINED_LETTER.test(before) && JOINED_LETTER.test(after)
}

function characterBefore(text: string): string {
  const unit = text.charCodeAt(text.length - 1)
  return text.slice(unit >= 0xdc00 && unit <= 0xdfff ? -2 : -1)
}

function characterAt(text: string, index: number): string {
  return index < text.length ? String.fromCodePoint(text.codePointAt(index) as number) : ''
}

/** How many code points of an offending value a message shows. */
const QUOTE_CODE_POINTS = 80
const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * Shows a foreign value inside a message: shortened to 80 code points, in double quotes, hidden characters
 * spelled as `\u{…}` and line breaks as `\n`. Values that are no text are shown in their JSON form, or by their type
 * when they have none.
 */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : describe(value)
  const shown = spell(
    truncate(text, QUOTE_CODE_POINTS).replace(/[\n\r\t]/g, (found) => ESCAPES[found] as string),
  )
  return typeof value === 'string' ? `"${shown}"` : shown
}

/** Replaces every hidden character by its escape, so that a reader sees that it is there. */
export function spell(text: string): string {
  return replaceHidden(text, (hidden) =>
    [...hidden].map((character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`).join(''),
  )
}

/**
 * As {@link spell}, for JSON text: every hidden character becomes its `\uXXXX` escape, so that the text stays JSON,
 * parses to the same value and is one line for every reader.
 */
export function spellJson(json: string): string {
  return replaceHidden(json, (hidden) => {
    let escaped = ''
    for (let i = 0; i < hidden.length; i += 1) {
      escaped += `\\u${hidden.charCodeAt(i).toString(16).padStart(4, '0')}`
    }
    return escaped
  })
}

function describe(value: unknown): string {
  if (value === undefined) return 'undefined'
  if (typeof value === 'function') return 'a function'
  // JSON writes NaN and infinity as null.
  if (['bigint', 'symbol', 'number'].includes(typeof value)) return String(value)
  try {
    return JSON.stringify(value) ?? typeof value
  } catch {
    return isArray(value) ? 'an array' : 'an object'
  }
}

/** A proxy that was revoked does not even say that. */
function isArray(value: unknown): boolean {
  try {
    return Array.isArray(value)
  } catch {
    return false
  }
}

/** The first `count` code points of a text; the text itself when it has no more. Never cuts a surrogate pair. */
export function takeCodePoints(text: string, count: number): string {
  if (text.length <= count) return text
  let end = 0
  for (let taken = 0; taken < count && end < text.length; taken += 1) {
    end += (text.codePointAt(end) as number) > 0xffff ? 2 : 1
  }
  return text.slice(0, end)
}

/** Cuts a text to at most `maxCodePoints` code points, the last one `…` when something was cut. */
export function truncate(text: string, maxCodePoints: number): string {
  if (takeCodePoints(text, maxCodePoints).length === text.length) return text
  return maxCodePoints < 1 ? '' : `${takeCodePoints(text, maxCodePoints - 1)}…`
}

/** Visible ASCII in one line, each two words one space apart, as most texts are. */
const PLAIN_LINE = /^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/

const ASCII_SPACE = /[\t\n ]+/g

/** Foreign text in one line: every run of white space is one space, none at the ends, hidden characters spelled. */
export function oneLine(text: string): string {
  if (PLAIN_LINE.test(text)) return text
  if (PRINTABLE_ASCII.test(text)) return text.replace(ASCII_SPACE, ' ').trim()
  return spell(text.replace(/[\s\u0085]+/gu, ' ').trim())
}

/**
 * A foreign name as it is shown, searched and put into ids: without hidden characters and in one line. A name that
 * has neither stays as it is; what is left of any other has no white space at its ends and may be empty. Idempotent.
 */
export function visibleName(name: string): string {
  if (PLAIN_LINE.test(name)) return name
  const visible = cleanText(name).replace(/[\t\n]+/g, ' ')
  return visible === name ? name : visible.trim()
}

/**
 * What something that was thrown says of itself: its `message` where that is a text, else the value itself, quoted.
 * Never throws, whatever getters and proxies do.
 */
export function messageOf(thrown: unknown): string {
  try {
    // Errors of other realms are no instances of this one's Error.
    const message: unknown =
      typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, 'message') : undefined
    if (typeof message === 'string') return message
  } catch {
    // The value keeps its message to itself.
  }
  return quote(thrown)
}

/** A foreign text as it is shown: without hidden characters, at most `maxCodePoints` long. */
export function toShownText(text: string, maxCodePoints: number): string {
  return takeCodePoints(cleanText(takeCodePoints(text, 2 * maxCodePoints)), maxCodePoints)
}

/** The first `count` texts of a foreign list, each as it is shown; `undefined` when it is not a list of texts. */
export function readTexts(
  given: unknown,
  { count, length }: { readonly count: number; readonly length: number },
): readonly string[] | undefined {
  if (!Array.isArray(given)) return undefined
  const most = Math.min(given.length, count)
  if (most === 0) return NONE
  const texts: string[] = []
  for (let i = 0; i < most; i += 1) {
    const text: unknown = given[i]
    if (typeof text !== 'string') return undefined
    texts.push(toShownText(text, length))
  }
  return Object.freeze(texts)
}

const NONE: readonly string[] = Object.freeze([])
