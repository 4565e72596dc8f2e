const plain = process.env.NO_COLOR !== undefined || !process.stdout.isTTY

/** Text in bold where the output is a terminal that likes colours. */
export function bold(text: string): string {
  return plain ? text : `\u001b[1m${text}\u001b[0m`
}

/** Text in grey where the output is a terminal that likes colours. */
export function dim(text: string): string {
  return plain ? text : `\u001b[2m${text}\u001b[0m`
}

/** Indents a text and cuts it to the given number of lines. */
export function block(text: string, maxLines: number): string {
  const lines = text.split('\n')
  const shown = lines.slice(0, maxLines).map((line) => `      ${line.slice(0, 140)}`)
  return [
    ...shown,
    ...(lines.length > maxLines ? [`      … ${lines.length - maxLines} more lines`] : []),
  ].join('\n')
}

/** 12345 as 12,345, the same everywhere. */
export function number(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}
