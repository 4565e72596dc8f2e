import type { NewsView } from '../api/activity.ts'
import type { OverviewView } from '../api/tools.ts'
import type { Api } from './client.ts'
import type { Route } from './route.ts'

/** What views share. */
export interface App {
  readonly api: Api
  readonly route: () => Route
  /** Goes elsewhere; what is not said stays as it is. `isStep` makes a step that the back button takes back. */
  readonly go: (to: Partial<Route>, isStep?: boolean) => void
  /** What there is, as it was read last; absent until it was. */
  readonly overview: () => OverviewView | undefined
  /** What changed of a tool since its definition was trusted; absent where it is that one. */
  readonly changesOf: (id: string) => readonly string[] | undefined
  /** Announces a text to screen readers. */
  readonly announce: (text: string) => void
  /** Shows that a request failed. Aborted requests are ignored. */
  readonly failed: (error: unknown) => void
}

/** One part of the page. */
export interface View {
  readonly element: HTMLElement
  /** It is looked at now, or the address has changed while it is. */
  readonly show: () => void
  /** What there is was read again. */
  readonly refresh?: () => void
  /** Something changed; only the visible view is notified. */
  readonly hear?: (news: ReadonlySet<NewsView>) => void
}
