import { acceptance } from './acceptance.ts'
import { budgets } from './budgets.ts'
import { cycles } from './cycles.ts'
import { decisions } from './decisions.ts'
import { docsCode } from './docs-code.ts'
import { documented } from './documented.ts'
import { errorsDocumented } from './errors-documented.ts'
import { examples } from './examples.ts'
import { fileSize } from './file-size.ts'
import type { Gate } from './finding.ts'
import { format } from './format.ts'
import { installed } from './installed.ts'
import { layers } from './layers.ts'
import { licence } from './licence.ts'
import { noLeaks } from './no-leaks.ts'
import { packageShape } from './package-shape.ts'
import { plainWords } from './plain-words.ts'
import { readme } from './readme.ts'
import { site } from './site.ts'
import { sourceRules } from './source-rules.ts'
import { typeCheck } from './type-check.ts'
import { unused } from './unused.ts'

/** Every gate, the quick and telling ones first. */
export const GATES: readonly Gate[] = [
  layers,
  cycles,
  fileSize,
  budgets,
  sourceRules,
  licence,
  noLeaks,
  plainWords,
  documented,
  readme,
  errorsDocumented,
  decisions,
  acceptance,
  format,
  typeCheck,
  unused,
  packageShape,
  docsCode,
  examples,
  site,
  installed,
]
