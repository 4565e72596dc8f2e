import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCatalogSearch } from '../searching/search-function.ts'
import { readCatalogs } from './catalogs.ts'
import { listJudgmentFolders, readJudgments, STARTER_SET } from './judgment-sets.ts'

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'toolscout-evaluation-'))
  for (const set of ['sets/b', 'sets/a', 'sets/more/c']) {
    await mkdir(join(root, set), { recursive: true })
    await writeFile(join(root, set, 'corpus.jsonl'), '{"id":"x","name":"x"}\n')
    await writeFile(join(root, set, 'queries.jsonl'), '{"id":"q","text":"x"}\n')
    await writeFile(join(root, set, 'qrels.tsv'), 'q\tx\t1\n')
  }
  await mkdir(join(root, 'catalogs'))
  await writeFile(join(root, 'catalogs', 'one.jsonl'), '{"id":"s/x","name":"x","namespace":"s"}\n')
  await writeFile(join(root, 'catalogs', 'one.meta.json'), '{"name":"one"}')
  const servers = {
    s: [
      { name: 'x', inputSchema: {} },
      { name: 'y', inputSchema: { type: 'object' } },
    ],
  }
  await writeFile(join(root, 'catalogs', 'two.json'), JSON.stringify({ servers }))
})
afterAll(() => rm(root, { recursive: true }))

describe('folders', () => {
  it('are sets or hold sets, in ascending order', async () => {
    const names = (folders: readonly string[]): readonly string[] =>
      folders.map((folder) => folder.slice(root.length + 1))
    expect(names(await listJudgmentFolders(join(root, 'sets')))).toEqual(['sets/a', 'sets/b', 'sets/more/c'])
    expect(names(await listJudgmentFolders(join(root, 'sets', 'a')))).toEqual(['sets/a'])
  })

  it('may be links, and a link to nothing or to a file is left alone', async () => {
    const links = join(root, 'links')
    await mkdir(links)
    await symlink(join(root, 'sets', 'a'), join(links, 'linked'))
    await symlink(join(root, 'gone'), join(links, 'broken'))
    await symlink(join(root, 'sets', 'a', 'corpus.jsonl'), join(links, 'file'))
    expect(await listJudgmentFolders(links)).toEqual([join(links, 'linked')])
    expect((await readJudgments(join(links, 'linked'))).name).toBe('linked')
  })

  it('may keep questions that nothing answers in a file of their own', async () => {
    const set = join(root, 'with unanswerable')
    await mkdir(set)
    await writeFile(join(set, 'corpus.jsonl'), '{"id":"x","name":"x"}\n')
    await writeFile(join(set, 'queries.jsonl'), '{"id":"q","text":"x","kind":"short"}\n')
    await writeFile(join(set, 'qrels.tsv'), 'q\tx\t1\n')
    await writeFile(join(set, 'unanswerable.jsonl'), '{"id":"u","text":"y"}\n')
    expect((await readJudgments(set)).queries).toEqual([
      { id: 'q', text: 'x', kind: 'short', relevance: new Map([['x', 1]]) },
      { id: 'u', text: 'y', relevance: new Map() },
    ])
    await writeFile(join(set, 'unanswerable.jsonl'), '{"id":"q","text":"y"}\n')
    await expect(readJudgments(set)).rejects.toThrow(
      /unanswerable\.jsonl:1: id "q" is a query of the set too/,
    )
  })

  it('give their name to the set', async () => {
    expect(await readJudgments(join(root, 'sets', 'a'))).toMatchObject({ name: 'a', tools: [{ id: 'x' }] })
  })

  it('that are missing or hold no set are told in one line', async () => {
    const code = 'EVALUATION_FILE_MISSING'
    const gone = join(root, 'gone')
    await expect(listJudgmentFolders(gone)).rejects.toMatchObject({
      code,
      message: `${gone} cannot be read: there is none.`,
    })
    await expect(listJudgmentFolders(join(root, 'catalogs'))).rejects.toMatchObject({
      code,
      message: `${join(root, 'catalogs')} holds no corpus.jsonl, nor does a folder in it.`,
    })
    await expect(readJudgments(join(root, 'catalogs'))).rejects.toMatchObject({ code })
    await expect(readCatalogs(gone)).rejects.toMatchObject({ code })
    await expect(readCatalogs(join(root, 'sets'))).rejects.toMatchObject({ code })
  })
})

describe('catalogs', () => {
  it('of a folder are one, each id once', async () => {
    expect(await readCatalogs(join(root, 'catalogs'))).toEqual([
      { id: 's/x', name: 'x', namespace: 's', inputSchema: { type: 'object' } },
      { id: 's/y', name: 'y', namespace: 's', inputSchema: { type: 'object' } },
    ])
  })

  it('of a single file are those of it alone', async () => {
    expect(await readCatalogs(join(root, 'catalogs', 'one.jsonl'))).toMatchObject([{ id: 's/x' }])
    expect(await readCatalogs(join(root, 'catalogs', 'two.json'))).toMatchObject([
      { id: 's/x' },
      { id: 's/y' },
    ])
    const file = join(root, 'catalogs', 'one.meta.json')
    await expect(readCatalogs(file)).rejects.toThrow(`${file} holds no catalog`)
  })

  it('that are broken are told by file', async () => {
    const file = join(root, 'catalogs', 'broken.json')
    await writeFile(file, '{"servers":{"s":[7]}}')
    await expect(readCatalogs(join(root, 'catalogs'))).rejects.toMatchObject({
      code: 'INVALID_EVALUATION_FILE',
      message: `${file}:1: a tool of the server "s" is 7; an object with a name is needed.`,
    })
    await writeFile(file, '{')
    await expect(readCatalogs(join(root, 'catalogs'))).rejects.toMatchObject({ details: { file, line: 1 } })
    await rm(file)
  })
})

describe('the set of this project', () => {
  it('is whole: every judgment names what is there, every tool can be registered', async () => {
    const { name, tools, queries, notices } = await readJudgments(STARTER_SET)
    expect(name).toBe('starter')
    expect(notices).toEqual([])
    expect(createCatalogSearch(tools).failures).toEqual([])
    expect(tools.length).toBeGreaterThanOrEqual(60)
    expect(queries.length).toBeGreaterThanOrEqual(80)
    expect(queries.filter(({ relevance }) => relevance.size === 0)).toHaveLength(10)
    expect(queries.filter(({ relevance }) => relevance.size > 1).length).toBeGreaterThanOrEqual(12)
  })
})
