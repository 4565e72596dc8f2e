/** What a tool says that a provider is not told. Calls are checked against the whole schema all the same. */
export interface SchemaLoss {
  /** Name of the tool, as the provider is shown it. */
  readonly tool: string
  /** JSON pointer into the tool's definition, references followed, such as `/inputSchema/properties/repo`. */
  readonly path: string
  /** The keyword, or member of the definition, that was left out or says less than before. */
  readonly keyword: string
  /** Why, in a few words for people. */
  readonly why: string
}

/** Takes down what is lost of one schema. */
export type ReportLoss = (path: string, keyword: string, why: string) => void

/** A list of losses, each place and keyword once. */
export interface LossList {
  readonly report: ReportLoss
  readonly losses: () => readonly SchemaLoss[]
}

/** Creates an empty list for a tool; paths are relative to `base`. */
export function createLossList(tool: string, base: string): LossList {
  const byPlace = new Map<string, SchemaLoss>()
  return {
    report: (path, keyword, why) => {
      const key = JSON.stringify([path, keyword])
      if (!byPlace.has(key)) byPlace.set(key, Object.freeze({ tool, path: `${base}${path}`, keyword, why }))
    },
    losses: () => Object.freeze([...byPlace.values()]),
  }
}
