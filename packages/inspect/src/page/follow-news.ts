import type { NewsView } from '../api/views.ts'
import { type Api, RequestFailed } from './client.ts'

/** Whether changes are heard of: `live`, `lost` while the inspector does not answer, `refused` for a wrong token. */
export type Connection = 'live' | 'lost' | 'refused'

/** Shortest and longest pause before the stream is opened again, in milliseconds. */
const PAUSE_MS = { least: 500, most: 10_000 }
const EVERYTHING: readonly NewsView[] = ['catalog', 'servers', 'findings', 'activity', 'pins']

/** Hears of changes for as long as the page lives; after every gap everything counts as changed. */
export async function followNews(
  api: Api,
  {
    onNews,
    onConnection,
  }: {
    readonly onNews: (news: ReadonlySet<NewsView>) => void
    readonly onConnection: (connection: Connection) => void
  },
): Promise<void> {
  const { signal } = new AbortController()
  let pauseMs = PAUSE_MS.least
  for (;;) {
    try {
      const stream = await api.stream(signal)
      onConnection('live')
      onNews(new Set(EVERYTHING))
      pauseMs = PAUSE_MS.least
      await readStream(stream, onNews)
    } catch (error) {
      if (error instanceof RequestFailed && error.status === 401) return onConnection('refused')
    }
    onConnection('lost')
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    pauseMs = Math.min(pauseMs * 2, PAUSE_MS.most)
  }
}

async function readStream(
  stream: ReadableStream<Uint8Array>,
  onNews: (news: ReadonlySet<NewsView>) => void,
): Promise<void> {
  const lines = createEventLines()
  const reader = stream
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    for (const data of lines.read(value)) onNews(new Set(JSON.parse(data) as readonly NewsView[]))
  }
}

/** Runs a task again, once, when it was requested while it was running. */
export function oneAtATime(work: () => Promise<void>, onFailure: (error: unknown) => void): () => void {
  let isUnderWay = false
  let isQueryParamsAgain = false
  const run = async (): Promise<void> => {
    do {
      isQueryParamsAgain = false
      await work().catch(onFailure)
    } while (isQueryParamsAgain)
    isUnderWay = false
  }
  return () => {
    isQueryParamsAgain = true
    if (isUnderWay) return
    isUnderWay = true
    void run()
  }
}

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
