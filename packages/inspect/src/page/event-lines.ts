/** Reads the data of server-sent events piece by piece, as they come. */
export interface EventLines {
  /** The data of every event that is complete now. */
  readonly read: (piece: string) => readonly string[]
}

/** Nothing was read yet. Comments, which only show that a stream is alive, are left out. */
export function createEventLines(): EventLines {
  let rest = ''
  return {
    read: (piece) => {
      const events = (rest + piece).split('\n\n')
      rest = events.pop() ?? ''
      return events.flatMap((event) => {
        const data = event.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []))
        return data.length === 0 ? [] : [data.join('\n')]
      })
    },
  }
}
