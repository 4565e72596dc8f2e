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
export function replaceHidden(text: string, replacement: (hidden: string) => string): string {
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
