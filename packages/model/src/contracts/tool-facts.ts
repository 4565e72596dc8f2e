import type { BackendKind } from '../tool/tool-entry.ts'

/** What filters look at in a tool, but for those that are functions. A summary has it, too. */
export interface ToolFacts {
  readonly namespace?: string | undefined
  readonly tags: readonly string[]
  readonly category?: string | undefined
  readonly capabilities?: readonly string[] | undefined
  readonly annotations?:
    | { readonly readOnlyHint?: boolean | undefined; readonly destructiveHint?: boolean | undefined }
    | undefined
  readonly backends: readonly { readonly kind: BackendKind; readonly server?: string | undefined }[]
}

/** Facts that tools have in common, such as most tools of a server: a filter looks at them once. */
export class CommonFacts implements ToolFacts {
  declare readonly namespace?: string
  declare readonly tags: readonly string[]
  declare readonly category?: string
  declare readonly capabilities?: readonly string[]
  declare readonly annotations?: NonNullable<ToolFacts['annotations']>
  declare readonly backends: ToolFacts['backends']

  constructor(facts: ToolFacts) {
    Object.assign(this, facts)
  }
}

/** The members that are kept, at every depth. */
const MEMBERS =
  'namespace tags category capabilities annotations readOnlyHint destructiveHint backends kind server'.split(
    ' ',
  )
/** Most different facts that are held, some 20 MB of them. */
const MAX_FACTS = 65_536

/** Facts by what they say, each once. */
export class FactTable {
  readonly #byText = new Map<string, CommonFacts>()

  /** The facts of a tool; `undefined` where there are too many different ones. */
  of(tool: ToolFacts): CommonFacts | undefined {
    const text = JSON.stringify(tool, MEMBERS)
    let facts = this.#byText.get(text)
    if (facts === undefined && this.#byText.size < MAX_FACTS) {
      facts = new CommonFacts(JSON.parse(text) as ToolFacts)
      this.#byText.set(text, facts)
    }
    return facts
  }
}
