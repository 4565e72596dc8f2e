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
  onNews: (news: ReadonlySet<NewsView>) => void,
  onConnection: (connection: Connection) => void,
): Promise<void> {
  let pauseMs = PAUSE_MS.least
  for (;;) {
    try {
      const stream = await api.stream()
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
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  onNews: (news: ReadonlySet<NewsView>) => void,
): Promise<void> {
  const readEvents = createEventReader()
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    for (const data of readEvents(value)) onNews(new Set(JSON.parse(data) as readonly NewsView[]))
  }
}

/** Runs a task again, once, when it was requested while it was running. */
export function oneAtATime(work: () => Promise<void>, onFailure: (error: unknown) => void): () => void {
  let isRunning = false
  let isRequested = false
  const run = async (): Promise<void> => {
    do {
      isRequested = false
      await work().catch(onFailure)
    } while (isRequested)
    isRunning = false
  }
  return () => {
    isRequested = true
    if (isRunning) return
    isRunning = true
    void run()
  }
}

/**
 * Reads server-sent events piece by piece, as they come: gives the data of every event that is complete now. Comments,
 * which only show that a stream is alive, are left out.
 */
export function createEventReader(): (piece: string) => readonly string[] {
  let rest = ''
  return (piece) => {
    const events = (rest + piece).split('\n\n')
    rest = events.pop() ?? ''
    return events.flatMap((event) => {
      const data = event.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []))
      return data.length === 0 ? [] : [data.join('\n')]
    })
  }
}
