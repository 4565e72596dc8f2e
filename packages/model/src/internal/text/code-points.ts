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
