import type { Observation } from '@toolscout/model'

/** Of what nobody hears. */
export const SILENT: Observation = Object.freeze({
  run: <T>(work: () => T) => work(),
  end: () => {},
} satisfies Observation)
