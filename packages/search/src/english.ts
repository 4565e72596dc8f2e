/** What the ranking by words knows of English: as much as all the rest of the code. */
export interface English {
  readonly verbs: {
    /** Verbs with spaces between them, by class. */
    readonly classes: { readonly [name: string]: string }
    readonly nouns: string
    readonly 'nouns that are verbs in names': string
  } & { readonly [lines in VerbLines]: readonly string[] }
  /** Lines of synonyms by subject, then by topic. */
  readonly synonyms: { readonly [subject: string]: { readonly [topic: string]: readonly string[] } }
  /** Sets of words in base 64, and products with spaces between them. */
  readonly ordinary: { readonly [list in 'words' | 'names' | 'products' | 'unmistakable']: string }
}

type VerbLines =
  | ('leads' | 'questions' | 'narratives' | 'compounds' | 'openings')
  | ('alike' | 'opposites' | 'phrases')

let english: English | undefined
let loading: Promise<void> | undefined

/** Loads the tables, once; to be waited for before {@link knownEnglish} is asked. */
export function loadEnglish(): Promise<void> {
  loading ??= readTables().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function readTables(): Promise<void> {
  const [verbs, synonyms, ordinary] = await Promise.all([
    import('./ranking/verbs.json', { with: { type: 'json' } }),
    import('./synonyms/built-in-synonyms.json', { with: { type: 'json' } }),
    import('./verdict/ordinary-words.json', { with: { type: 'json' } }),
  ])
  english = { verbs: verbs.default, synonyms: synonyms.default, ordinary: ordinary.default }
}

/** The tables. @throws TypeError before {@link loadEnglish} is done. */
export function knownEnglish(): English {
  if (english === undefined) throw new TypeError('The English tables are not loaded.')
  return english
}
