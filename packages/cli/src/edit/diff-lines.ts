/** Lines around a change that are shown with it. */
const CONTEXT = 2
/** Cells of the table of common lines; larger changes are shown as a whole. */
const MAX_CELLS = 4_000_000

/** What changed between two texts, in lines that begin with `-`, `+` or a space; none where nothing did. */
export function diffLines(before: string, after: string): readonly string[] {
  const [a, b] = [before, after].map((text) => text.replace(/\r?\n$/, '').split(/\r?\n/)) as [
    string[],
    string[],
  ]
  let from = 0
  while (from < Math.min(a.length, b.length) && a[from] === b[from]) from += 1
  let same = 0
  while (same < Math.min(a.length, b.length) - from && a.at(-1 - same) === b.at(-1 - same)) same += 1
  const [removed, added] = [a.slice(from, a.length - same), b.slice(from, b.length - same)]
  if (removed.length + added.length === 0) return []
  const around = (lines: readonly string[]): readonly string[] => lines.map((line) => ` ${line}`)
  return [
    ...around(a.slice(Math.max(0, from - CONTEXT), from)),
    ...shortened(changes(removed, added)),
    ...around(a.slice(a.length - same, a.length - same + CONTEXT)),
  ]
}

/** The longest lines in common stay, as in any diff. */
function changes(a: readonly string[], b: readonly string[]): readonly string[] {
  if (a.length * b.length > MAX_CELLS) return [...a.map((line) => `-${line}`), ...b.map((line) => `+${line}`)]
  const width = b.length + 1
  const common = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const [down = 0, right = 0, both = 0] = [
        common[(i + 1) * width + j],
        common[i * width + j + 1],
        common[(i + 1) * width + j + 1],
      ]
      common[i * width + j] = a[i] === b[j] ? both + 1 : Math.max(down, right)
    }
  }
  const lines: string[] = []
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push(` ${a[i]}`)
      i += 1
      j += 1
    } else if (
      i < a.length &&
      (j === b.length || (common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0))
    ) {
      lines.push(`-${a[i]}`)
      i += 1
    } else {
      lines.push(`+${b[j]}`)
      j += 1
    }
  }
  return lines
}

/** Leaves out lines that stayed, but for those next to a change. */
function shortened(lines: readonly string[]): readonly string[] {
  const isNear = (at: number): boolean =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some((line) => !line.startsWith(' '))
  return lines.flatMap((line, i) => {
    if (isNear(i)) return [line]
    return isNear(i - 1) ? ['  …'] : []
  })
}
