// The package has no types of its own; these are the parts that are used.
declare module 'wink-bm25-text-search' {
  interface WinkEngine {
    defineConfig: (config: {
      fldWeights: { [field: string]: number }
      bm25Params: { k1: number; b: number; k: number }
    }) => boolean
    definePrepTasks: (tasks: ((text: string) => string[])[]) => number
    addDoc: (document: { [field: string]: string }, id: string) => number
    consolidate: (decimals: number) => boolean
    search: (text: string, limit: number) => [string, number][]
  }
  const createEngine: () => WinkEngine

  // biome-ignore lint/style/noDefaultExport: the package has no named export
  export default createEngine
}
