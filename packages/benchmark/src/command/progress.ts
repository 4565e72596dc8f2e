/** One line that says what is going on. */
export interface Progress {
  /** Takes the place of what was shown before. */
  readonly show: (text: string) => void
  /** Leaves nothing behind. */
  readonly clear: () => void
}

/** A line that is written over and over on a terminal; nothing at all elsewhere, where it would fill a log. */
export function createProgress(
  stream: Pick<NodeJS.WriteStream, 'write'> & { readonly isTTY?: boolean; readonly columns?: number },
): Progress {
  if (stream.isTTY !== true) return { show: () => undefined, clear: () => undefined }
  const eraseLine = '\r\u001b[K'
  return {
    // A line that wraps could not be erased.
    show: (text) => void stream.write(`${eraseLine}${text.slice(0, (stream.columns ?? 80) - 1)}`),
    clear: () => void stream.write(eraseLine),
  }
}
