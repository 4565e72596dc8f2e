import { sketchDocument } from '@toolscout/testkit/internal'
import { describe, expect, it } from 'vitest'
import { loadEnglish } from '../english.ts'
import { splitSubqueries } from './boosts.ts'
import { agreementOf, type Intent, Intents } from './intent.ts'
import { actionOf } from './tool-action.ts'

await loadEnglish()

const intentOf = (request: string): Intent => new Intents(splitSubqueries(request)).whole()
const agreement = (request: string, name: string, description = ''): number =>
  agreementOf(actionOf(sketchDocument({ name, description }).summary), intentOf(request))

describe('what a request wants done', () => {
  it.each([
    ['please delete the old label', 'delete'],
    ['can you get rid of the old label', 'delete'],
    ['take the old label off', 'remove'],
    ['switch the lamp in the hall off', 'disable'],
    ['call off the meeting on Monday', 'cancel'],
    ['I want to bring back the deleted page', 'restore'],
    ['how many orders came in', 'count'],
    ['jot down that the door is green', 'add'],
    ['hand the ticket over to Ana', 'assign'],
    ['bump the chart to version 3', 'upgrade'],
    ['give this file another name', 'rename'],
    ['give the red boat in the harbour a new name', 'rename'],
    ['call the old channel something else', 'rename'],
    ['put the cards into another order', 'reorder'],
    ['take the letter out of the bin again', 'restore'],
    ['put the letter in the bin', 'trash'],
    ['let Ana join our group', 'approve'],
    ['take my star off the chart', 'unstar'],
    ['can you log me into my account?', 'login'],
  ])('%s: %s', (request, verb) => {
    expect(intentOf(request).verbs.get(verb) ?? 0).toBeGreaterThan(0.8)
  })

  it('is not said by the words of a phrase as well', () => {
    expect([...intentOf('give the boat a new name').spent]).toEqual(['give', 'new', 'name'])
    expect([...intentOf('how many boats are there').spent]).toContain('many')
    expect(intentOf('delete the boat').spent.size).toBe(0)
  })

  it('is the first one where another word could be one', () => {
    expect(intentOf('open an issue').phrased).toContain('create')
    expect(intentOf('show open issues').phrased).toEqual([])
  })

  it('leaves the thing that a phrase makes in the request', () => {
    expect([...intentOf('take a screenshot').spent]).toEqual(['take', 'a'])
    expect([...intentOf('write me an email').spent]).toEqual(['write', 'an'])
  })

  it('is not what is refused', () => {
    expect([...intentOf('put the letter in the bin, don’t wipe it').verbs.keys()]).not.toContain('wipe')
    expect([...intentOf('draft a letter but do not send it').verbs.keys()]).not.toContain('send')
    expect([...intentOf('draft a letter but do not send it').spent]).toContain('send')
    expect([...intentOf('don’t let the cat in').verbs.keys()]).not.toHaveLength(0)
  })

  it('is nothing where a thing is named whose name begins with a verb', () => {
    expect(intentOf('pull request').verbs.size).toBe(0)
  })

  it('is less clear the more it asks for', () => {
    expect(intentOf('list the labels').clarity).toBe(1)
    expect(intentOf('list labels, add one, remove one, rename one').clarity).toBe(0.5)
  })
})

describe('what a tool does', () => {
  it('is its verb wherever the name has it, else the first word of its description', () => {
    const verbOf = (name: string, description = ''): string =>
      actionOf(sketchDocument({ name, description }).summary).verb
    expect(verbOf('delete_label')).toBe('delete')
    expect(verbOf('acmeDeleteLabel')).toBe('delete')
    expect(verbOf('label-search')).toBe('search')
    expect(verbOf('labels', 'Lists all labels')).toBe('list')
    expect(verbOf('labels', 'All labels')).toBe('')
    expect(verbOf('acme_list_labels', 'Labels, all of them')).toBe('list')
    expect(verbOf('labels', 'This tool allows you to rename labels')).toBe('rename')
    expect(verbOf('labels', 'A tool that merges labels')).toBe('merge')
  })

  it('is reading where its server says so, whatever the name', () => {
    const { summary } = sketchDocument({ name: 'create_report', description: 'Create a report' })
    const reading = actionOf({ ...summary, annotations: { readOnlyHint: true } })
    const asked = intentOf('show me the report')
    expect(agreementOf(reading, asked)).toBeGreaterThan(agreementOf(actionOf(summary), asked))
  })
})

describe('a tool agrees with a request', () => {
  it('the more the nearer its verb is, and least with the opposite', () => {
    const request = 'archive the channel'
    const found = ['archive_channel', 'hide_channel', 'update_channel', 'list_channels', 'unarchive_channel']
    const values = found.map((name) => agreement(request, name))
    expect(values).toEqual([...values].sort((one, other) => other - one))
    expect(new Set(values).size).toBe(values.length)
  })

  it('less when it deletes though nothing is to be deleted', () => {
    expect(agreement('which labels are there', 'delete_label')).toBeLessThan(
      agreement('which labels are there', 'update_label'),
    )
    expect(agreement('labels of the week', 'delete_label')).toBeLessThan(
      agreement('labels of the week', 'get_label'),
    )
  })
})
