import type { Observation } from '@toolscout/model'

/** An observation that is dropped. */
export const SILENT: Observation = Object.freeze({
  run: <T>(work: () => T) => work(),
  end: () => {},
} satisfies Observation)
