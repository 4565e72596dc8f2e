import type { ToldNews } from '../told/activity.ts'
import type { ToldOverview } from '../told/tools.ts'
import type { Api } from './api.ts'
import type { Route } from './route.ts'

/** What views share. */
export interface App {
  readonly api: Api
  readonly route: () => Route
  /** Goes elsewhere; what is not said stays as it is. `isStep` makes a step that the back button takes back. */
  readonly go: (to: Partial<Route>, isStep?: boolean) => void
  /** What there is, as it was read last; absent until it was. */
  readonly overview: () => ToldOverview | undefined
  /** What changed of a tool since its definition was trusted; absent where it is that one. */
  readonly changesOf: (id: string) => readonly string[] | undefined
  /** Says something to whoever listens to the page. */
  readonly announce: (text: string) => void
  /** Tells that something could not be read. What the caller gave up on himself is not told. */
  readonly failed: (error: unknown) => void
}

/** One part of the page. */
export interface View {
  readonly element: HTMLElement
  /** It is looked at now, or the address has changed while it is. */
  readonly show: () => void
  /** What there is was read again. */
  readonly refresh?: () => void
  /** Something changed; told only to the view that is looked at. */
  readonly hear?: (news: ReadonlySet<ToldNews>) => void
}
