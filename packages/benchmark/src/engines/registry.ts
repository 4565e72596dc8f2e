import type { Engine } from './engine.ts'
import { flexsearch } from './flexsearch.ts'
import { lunr } from './lunr.ts'
import { minisearch } from './minisearch.ts'
import { orama } from './orama.ts'
import { sqliteFts5 } from './sqlite-fts5.ts'
import { toolscoutFacade, toolscoutWords } from './toolscout-facade.ts'
import { toolscoutKernel } from './toolscout-kernel.ts'
import { toolscoutSearcher } from './toolscout-searcher.ts'
import { wink } from './wink.ts'

/** Every engine, in the order of the report. */
export const ENGINES: readonly Engine[] = [
  toolscoutKernel,
  toolscoutSearcher,
  toolscoutWords,
  toolscoutFacade,
  wink,
  minisearch,
  flexsearch,
  orama,
  lunr,
  sqliteFts5,
]

/** The engine of a name. */
export function getEngine(name: string): Engine | undefined {
  return ENGINES.find((engine) => engine.name === name)
}
