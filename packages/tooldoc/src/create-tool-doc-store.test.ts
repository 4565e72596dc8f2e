import {
  parseTool,
  type Tool,
  type ToolDefinition,
  type ToolExample,
  ToolNotFoundError,
} from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { createToolDocStore } from './create-tool-doc-store.ts'
import { ArgumentsTooLargeError, InvalidDetailError, InvalidExampleError, NoToolError } from './errors.ts'
import { DETAIL_LEVELS, type DetailLevel } from './tool-doc.ts'

const ID = 'github:create_issue'

function createIssue(members: Partial<ToolDefinition> = {}): Tool {
  return parseTool({
    namespace: 'github',
    name: 'create_issue',
    description: 'Creates an issue.\nIn a repository.',
    inputSchema: {
      type: 'object',
      properties: { repo: { type: 'string' }, count: { type: 'integer', default: 0 }, more: {} },
      required: ['repo'],
    },
    ...members,
  }).tool
}

function storeWith(tool: Tool | undefined, options = {}) {
  return createToolDocStore({ getTool: (id) => (tool?.id === id ? tool : undefined), ...options })
}

const example: ToolExample = { title: 'Minimal', arguments: { repo: 'a/b' }, resultHint: 'An issue' }

describe('levels', () => {
  it('DOC-001: are summary, schema and full', () => {
    expect(DETAIL_LEVELS).toEqual(['summary', 'schema', 'full'])
  })

  it('DOC-017: any other level is a typed error, and an unknown id is not found', async () => {
    const store = storeWith(createIssue())
    for (const level of ['', 'FULL', 'everything', undefined, 5]) {
      await expect(store.describe(ID, level as DetailLevel)).rejects.toThrow(InvalidDetailError)
      await expect(store.describeMany([ID], level as DetailLevel)).rejects.toMatchObject({
        code: 'INVALID_DETAIL',
      })
    }
    await expect(store.describe('nobody', 'summary')).rejects.toThrow(ToolNotFoundError)
  })
})

describe('describe', () => {
  it('DOC-002: tells what was registered', async () => {
    const store = storeWith(createIssue())
    expect(
      await store.register(ID, { summary: 'Opens an issue', notes: 'Be kind.', examples: [example] }),
    ).toEqual([])
    expect(await store.describe(ID, 'full')).toMatchObject({
      id: ID,
      detail: 'full',
      summary: 'Opens an issue',
      notes: 'Be kind.',
      examples: [example],
    })
  })

  it('DOC-010: at summary, from the doc alone, tells no tool, schema, notes and examples', async () => {
    const store = createToolDocStore()
    await store.register(ID, { summary: 'Opens an issue', notes: 'n', examples: [example] })
    expect(await store.describe(ID, 'summary')).toEqual({
      id: ID,
      detail: 'summary',
      summary: 'Opens an issue',
    })
  })

  it('DOC-011: falls back to the summary of the tool, in one line', async () => {
    const store = storeWith(createIssue())
    expect((await store.describe(ID, 'summary')).summary).toBe('Creates an issue. In a repository.')
    const withMeta = storeWith(createIssue({ _meta: { summary: 'From the server' } }))
    expect((await withMeta.describe(ID, 'summary')).summary).toBe('From the server')
  })

  it('DOC-012: takes the tool from the resolver, for summary and schema', async () => {
    const store = createToolDocStore({ resolveTool: async (id) => (id === ID ? createIssue() : undefined) })
    expect((await store.describe(ID, 'summary')).summary).toContain('Creates an issue')
    expect((await store.describe(ID, 'schema')).tool?.id).toBe(ID)
    await expect(store.describe('other', 'schema')).rejects.toThrow(ToolNotFoundError)
  })

  it('DOC-013: lets a failure of the resolver through at schema and full, also when a doc exists', async () => {
    const failure = new RangeError('the server is down')
    const store = createToolDocStore({ resolveTool: () => Promise.reject(failure) })
    await store.register(ID, { summary: 's' })
    await expect(store.describe(ID, 'schema')).rejects.toBe(failure)
    await expect(store.describe(ID, 'full')).rejects.toBe(failure)
    expect((await store.describe(ID, 'summary')).summary).toBe('s')
  })

  it('DOC-014: lets it through at summary when nothing else is known', async () => {
    const failure = new RangeError('the server is down')
    const store = createToolDocStore({ resolveTool: () => Promise.reject(failure) })
    await expect(store.describe(ID, 'summary')).rejects.toBe(failure)
  })

  it('DOC-015: at schema, tells the tool and what its schema asks for, and no notes', async () => {
    const store = storeWith(createIssue())
    await store.register(ID, { summary: 'Mine', notes: 'n' })
    const doc = await store.describe(ID, 'schema')
    expect(doc).toMatchObject({ detail: 'schema', summary: 'Mine', tool: { id: ID } })
    expect(doc.schemaInfo).toMatchObject({
      required: ['repo'],
      types: { repo: ['string'], count: ['integer'] },
      defaults: { count: 0 },
    })
    expect(doc).not.toHaveProperty('notes')
    expect(doc).not.toHaveProperty('examples')
  })

  it('DOC-016: at full, tells everything', async () => {
    const store = storeWith(createIssue())
    await store.register(ID, {
      notes: 'n',
      examples: [example],
      externalRefs: ['https://example.com/manual'],
    })
    expect(await store.describe(ID, 'full')).toMatchObject({
      tool: { id: ID },
      schemaInfo: { required: ['repo'] },
      notes: 'n',
      examples: [example],
      externalRefs: ['https://example.com/manual'],
    })
  })

  it('DOC-018: without a tool, tells the summary and says that there is no tool', async () => {
    const store = createToolDocStore()
    await store.register(ID, { notes: 'n' })
    expect((await store.describe(ID, 'summary')).summary).toBe('')
    for (const level of ['schema', 'full'] as const) {
      await expect(store.describe(ID, level)).rejects.toThrow(NoToolError)
      await expect(store.describe(ID, level)).rejects.toMatchObject({ code: 'NO_TOOL', details: { id: ID } })
    }
  })

  it('tells modes, hints and security at every level', async () => {
    const tool = createIssue({
      annotations: { readOnlyHint: false },
      inputModes: ['text/plain'],
      outputModes: ['application/json'],
      _meta: { securitySchemes: { oauth: {} } },
    })
    const store = storeWith(tool)
    for (const level of DETAIL_LEVELS) {
      expect(await store.describe(ID, level)).toMatchObject({
        annotations: { readOnlyHint: false },
        inputModes: ['text/plain'],
        outputModes: ['application/json'],
        security: ['oauth'],
      })
    }
  })

  it('DOC-070: keeps its errors apart', async () => {
    const store = createToolDocStore()
    await store.register(ID, { summary: 's' })
    await expect(store.describe('missing', 'full')).rejects.toMatchObject({ code: 'TOOL_NOT_FOUND' })
    await expect(store.listExamples('missing')).rejects.toMatchObject({ code: 'TOOL_NOT_FOUND' })
    await expect(store.describe(ID, 'all' as DetailLevel)).rejects.toMatchObject({ code: 'INVALID_DETAIL' })
    await expect(store.describe(ID, 'schema')).rejects.toMatchObject({ code: 'NO_TOOL' })
  })

  it('hands an aborted signal to whoever waits', async () => {
    const reason = new TypeError('given up')
    const store = createToolDocStore({
      resolveTool: async (_, { signal }) => {
        signal?.throwIfAborted()
        return createIssue()
      },
    })
    await store.register(ID, { summary: 's' })
    const signal = AbortSignal.abort(reason)
    await expect(store.describe(ID, 'summary', { signal })).rejects.toBe(reason)
    await expect(store.register(ID, { examples: [example] }, { signal })).rejects.toBe(reason)
    await expect(store.listExamples(ID, 1, { signal })).rejects.toBe(reason)
  })
})

describe('describeMany', () => {
  it('keeps the order and puts what failed beside it', async () => {
    const store = storeWith(createIssue())
    await store.register('other', { summary: 'o' })
    const { docs, failures } = await store.describeMany(['other', 'nobody', ID], 'summary')
    expect(docs.map(({ id }) => id)).toEqual(['other', ID])
    expect(failures).toMatchObject([{ id: 'nobody', error: { code: 'TOOL_NOT_FOUND' } }])
  })
})

describe('examples', () => {
  const numbered = (count: number): ToolExample[] =>
    Array.from({ length: count }, (_, i) => ({ title: `t${i}`, arguments: { repo: `r${i}` } }))

  it('DOC-020: come in their order, as many as asked for, and none for 0', async () => {
    const store = storeWith(createIssue())
    await store.register(ID, { examples: numbered(3) })
    expect(await store.listExamples(ID)).toHaveLength(3)
    expect((await store.listExamples(ID, 2)).map(({ title }) => title)).toEqual(['t0', 't1'])
    expect(await store.listExamples(ID, 0)).toEqual([])
    for (const max of [-1, 1.5, Number.NaN])
      await expect(store.listExamples(ID, max)).rejects.toThrow(RangeError)
  })

  it('DOC-021: are an empty list for a known tool and an error for an unknown id', async () => {
    expect(await storeWith(createIssue()).listExamples(ID)).toEqual([])
    await expect(createToolDocStore().listExamples(ID)).rejects.toThrow(ToolNotFoundError)
    const resolving = createToolDocStore({
      resolveTool: async (id) => (id === ID ? createIssue() : undefined),
    })
    expect(await resolving.listExamples(ID)).toEqual([])
    await expect(resolving.listExamples('other')).rejects.toThrow(ToolNotFoundError)
    const failure = new RangeError('down')
    const failing = createToolDocStore({ resolveTool: () => Promise.reject(failure) })
    await expect(failing.listExamples(ID)).rejects.toBe(failure)
    await failing.register(ID, { examples: [example] })
    expect(await failing.listExamples(ID)).toEqual([example])
  })

  it('DOC-022: stay within the bound of the store', async () => {
    const store = storeWith(createIssue(), { maxExamples: 2 })
    expect(await store.register(ID, { examples: numbered(3) })).toEqual([
      { path: 'examples', message: 'Of 3 examples, the first 2 were kept.' },
    ])
    expect(await store.listExamples(ID)).toHaveLength(2)
    expect(await store.listExamples(ID, 1)).toHaveLength(1)
    expect(await store.listExamples(ID, 10)).toHaveLength(2)
    expect((await store.describe(ID, 'full')).examples).toHaveLength(2)
    expect(await store.addExamples(ID, numbered(1))).toMatchObject([{ path: 'examples' }])
    expect(await store.listExamples(ID)).toHaveLength(2)
    const none = storeWith(createIssue({ examples: numbered(1) }), { maxExamples: 0 })
    expect(await none.listExamples(ID)).toEqual([])
    expect(() => createToolDocStore({ maxExamples: -1 })).toThrow(RangeError)
  })

  it('DOC-041: are refused when their arguments are too large, and nothing of the call is stored', async () => {
    const store = storeWith(createIssue())
    await store.register(ID, { summary: 'before', examples: numbered(1) })
    const deep = { repo: 'a', a: { b: { c: { d: { e: {} } } } } }
    const wide = { repo: 'a', list: Array.from({ length: 50 }, () => 1) }
    for (const [args, depth, keys] of [
      [deep, 6, 6],
      [wide, 2, 52],
    ] as const) {
      const examples = [example, { title: 'Big', arguments: args }]
      for (const call of [
        () => store.register(ID, { summary: 'after', examples }),
        () => store.addExamples(ID, examples),
      ]) {
        const error: unknown = await call().catch((thrown: unknown) => thrown)
        expect(error).toBeInstanceOf(ArgumentsTooLargeError)
        expect(error).toMatchObject({
          code: 'ARGUMENTS_TOO_LARGE',
          details: { index: 1, title: 'Big', depth, keys, maxDepth: 5, maxKeys: 50 },
        })
      }
    }
    expect(await store.describe(ID, 'full')).toMatchObject({ summary: 'before', examples: numbered(1) })
  })

  it('are refused when they do not fit the schema, and nothing of the call is stored', async () => {
    const store = storeWith(createIssue())
    const examples = [example, { title: 'Wrong', arguments: { count: 'many' } }]
    const error: unknown = await store
      .register(ID, { summary: 's', examples })
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(InvalidExampleError)
    expect(error).toMatchObject({
      code: 'INVALID_EXAMPLE',
      details: { id: ID, index: 1, title: 'Wrong', issues: [{ keyword: 'required' }, { path: '/count' }] },
    })
    expect((await store.describe(ID, 'full')).summary).toContain('Creates an issue')
    await expect(store.addExamples(ID, examples)).rejects.toThrow(InvalidExampleError)
    expect(await store.listExamples(ID)).toEqual([])
  })

  it('are taken unchecked when the tool comes later, and reported when they cannot be checked', async () => {
    const wrong = [{ arguments: { count: 'many' } }]
    expect(await createToolDocStore().register(ID, { examples: wrong })).toEqual([])
    const failing = createToolDocStore({ resolveTool: () => Promise.reject(new RangeError('down')) })
    expect(await failing.register(ID, { examples: wrong })).toMatchObject([
      { message: expect.stringContaining('down') },
    ])
    const unsafe = storeWith(createIssue({ inputSchema: { type: 'object', $ref: '#/none' } }))
    expect(await unsafe.register(ID, { examples: wrong })).toMatchObject([{ path: 'examples[0]' }])
    expect(await unsafe.listExamples(ID)).toHaveLength(1)
  })

  it('are those of the definition until others are registered, and added ones stand behind them', async () => {
    const defined = { title: 'Defined', arguments: { repo: 'd' } }
    const tooLarge = { arguments: { a: { b: { c: { d: { e: {} } } } } } }
    const store = storeWith(createIssue({ examples: [tooLarge, defined] }))
    expect(await store.listExamples(ID)).toEqual([defined])
    await store.addExamples(ID, [example])
    expect(await store.listExamples(ID)).toEqual([defined, example])
    await store.register(ID, { examples: numbered(1) })
    expect(await store.listExamples(ID)).toEqual(numbered(1))
    await store.register(ID, { examples: [] })
    expect(await store.listExamples(ID)).toEqual([])
  })
})

describe('W-17: texts', () => {
  it('DOC-003, DOC-071: are cut to exactly their limits, in code points, marked and reported', async () => {
    const store = storeWith(createIssue())
    const long = '😀'.repeat(3_000)
    const notices = await store.register(ID, {
      summary: long,
      notes: long,
      examples: [{ title: long, description: long, arguments: { repo: 'a' }, resultHint: long }],
      externalRefs: [long],
    })
    const doc = await store.describe(ID, 'full')
    const lengths = [
      doc.summary,
      doc.notes,
      doc.examples?.[0]?.title,
      doc.examples?.[0]?.description,
      doc.examples?.[0]?.resultHint,
      doc.externalRefs?.[0],
    ].map((text) => [...(text ?? '')].length)
    expect(lengths).toEqual([200, 2_000, 100, 300, 200, 500])
    expect(doc.summary).toBe(`${'😀'.repeat(199)}…`)
    expect(notices.map(({ path }) => path)).toEqual([
      'summary',
      'notes',
      'examples[0].title',
      'examples[0].description',
      'examples[0].resultHint',
      'externalRefs[0]',
    ])
  })

  it('are cleaned of hidden characters, and a summary is one line', async () => {
    const store = storeWith(createIssue())
    await store.register(ID, { summary: ' a\n\u202eb\t c ', notes: 'one\r\ntwo\u200b' })
    expect(await store.describe(ID, 'full')).toMatchObject({ summary: 'a b c', notes: 'one\ntwo' })
  })

  it('must be texts', async () => {
    const store = storeWith(createIssue())
    for (const doc of [
      { summary: 5 },
      { notes: {} },
      { examples: 'x' },
      { examples: [5] },
      { externalRefs: [1] },
      null,
    ]) {
      await expect(store.register(ID, doc as object)).rejects.toThrow(TypeError)
    }
    await expect(store.register(ID, { examples: [{ arguments: [1] }] } as object)).rejects.toThrow(TypeError)
  })
})

describe('W-19: registering again', () => {
  it('keeps what is not given, takes back what is given empty', async () => {
    const store = storeWith(createIssue())
    await store.register(ID, { summary: 's', notes: 'n', examples: [example], externalRefs: ['r'] })
    await store.register(ID, { notes: 'other' })
    expect(await store.describe(ID, 'full')).toMatchObject({
      summary: 's',
      notes: 'other',
      examples: [example],
      externalRefs: ['r'],
    })
    await store.register(ID, { summary: '', notes: '  ', examples: [], externalRefs: [] })
    const doc = await store.describe(ID, 'full')
    expect(doc.summary).toContain('Creates an issue')
    for (const member of ['notes', 'examples', 'externalRefs']) expect(doc).not.toHaveProperty(member)
  })

  it('forgets what was removed, also what is still being checked', async () => {
    const store = storeWith(createIssue())
    await store.register(ID, { summary: 's' })
    expect(store.remove(ID)).toBe(true)
    expect(store.remove(ID)).toBe(false)
    expect((await store.describe(ID, 'summary')).summary).toContain('Creates an issue')
    const registering = store.register(ID, { notes: 'n', examples: [example] })
    store.remove(ID)
    expect(await registering).toMatchObject([{ message: expect.stringContaining('removed') }])
    expect(store.searchNotes(ID)).toBe('')
  })

  it('refuses ids that no tool can have', async () => {
    const store = createToolDocStore()
    for (const id of ['', 'a b', 'a:b:c:d', ':']) {
      await expect(store.register(id, { summary: 's' })).rejects.toMatchObject({ code: 'INVALID_TOOL_ID' })
    }
  })
})

describe('W-20: what goes in and out', () => {
  it('DOC-030, DOC-031: is the store’s own, frozen through and through', async () => {
    const store = storeWith(createIssue())
    const args = { repo: 'a', list: [{ deep: { list: [1] } }] }
    const refs = ['r']
    await store.register(ID, { examples: [{ arguments: args }], externalRefs: refs })
    args.repo = 'changed'
    args.list.push({ deep: { list: [2] } })
    refs.push('changed')
    const doc = await store.describe(ID, 'full')
    expect(doc.examples?.[0]?.arguments).toEqual({ repo: 'a', list: [{ deep: { list: [1] } }] })
    expect(doc.externalRefs).toEqual(['r'])
    expect(isDeepFrozen(doc)).toBe(true)
    expect(isDeepFrozen(await store.listExamples(ID))).toBe(true)
  })

  it('freezes a tool that comes from elsewhere unfrozen', async () => {
    const loose: Tool = structuredClone(createIssue())
    const store = createToolDocStore({ getTool: () => loose })
    expect(isDeepFrozen(await store.describe(ID, 'full'))).toBe(true)
    expect(Object.isFrozen(loose)).toBe(false)
  })

  it('DOC-051: is JSON and nothing else', async () => {
    const store = storeWith(createIssue())
    const cyclic: { self?: unknown } = {}
    cyclic.self = cyclic
    for (const value of [() => 1, 1n, new Map(), cyclic, Number.NaN]) {
      const examples = [{ arguments: { repo: 'a', value } }] as unknown as ToolExample[]
      await expect(store.register(ID, { examples })).rejects.toMatchObject({ code: 'INVALID_JSON' })
    }
  })
})

describe('searchNotes', () => {
  it('gives the summary, the notes and the texts of examples, a line each', async () => {
    const store = storeWith(createIssue())
    expect(store.searchNotes('nobody')).toBe('')
    await store.register(ID, { summary: 'Opens an issue', notes: 'Needs a token.', examples: [example] })
    await store.addExamples(ID, [{ description: 'With a label', arguments: { repo: 'x' } }])
    expect(store.searchNotes(ID)).toBe('Opens an issue\nNeeds a token.\nMinimal\nAn issue\nWith a label')
  })
})

describe('many at a time', () => {
  it('DOC-060: readers and writers do not disturb each other', async () => {
    const store = storeWith(createIssue())
    await store.register(ID, { summary: 's0' })
    const writes = Array.from({ length: 250 }, (_, i) =>
      store.register(ID, { summary: `s${i}`, examples: [{ arguments: { repo: `r${i}` } }] }),
    )
    const reads = Array.from({ length: 1_000 }, () => store.describe(ID, 'full'))
    await Promise.all([...writes, ...reads])
    const doc = await store.describe(ID, 'full')
    expect(doc.examples).toEqual([{ arguments: { repo: `r${doc.summary.slice(1)}` } }])
  })
})

describe('render', () => {
  it('fits tools by id, and tells what is known of a doc without a tool', async () => {
    const store = storeWith(createIssue())
    await store.register('docs_only', { summary: 'Only written about', notes: 'n' })
    const rendering = await store.render([ID, 'nobody', 'docs_only'], {
      detail: 'full',
      format: 'signature',
      budgetTokens: 1_000,
    })
    expect(rendering.text).toBe(
      'github:create_issue(repo: string, count?: integer = 0, more?: any) // Creates an issue.\n  // In a repository.\ndocs_only // Only written about',
    )
    expect(rendering.failures).toMatchObject([{ id: 'nobody', error: { code: 'TOOL_NOT_FOUND' } }])
    expect(rendering.tools).toEqual([
      { id: ID, detail: 'schema', cut: false },
      { id: 'docs_only', detail: 'summary', cut: false },
    ])
  })

  it('counts tokens as it was told', async () => {
    const store = storeWith(createIssue(), { countTokens: (text: string) => text.length })
    const rendering = await store.render([ID], { detail: 'summary', format: 'markdown', budgetTokens: 40 })
    expect(rendering).toMatchObject({ text: '- **github:create_issue** …', tokens: 27 })
  })
})

function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.isFrozen(value) && Object.values(value).every(isDeepFrozen)
}
