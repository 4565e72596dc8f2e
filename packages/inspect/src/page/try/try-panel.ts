import type { DescriptionView, TrialView } from '../../api/views.ts'
import { type App, RequestFailed } from '../client.ts'
import { button, type Child, copyButton, fill, h } from '../dom.ts'
import { formatMs } from '../format.ts'
import { argumentFields, type Field, isFieldError } from './fields.ts'
import { isSchema, type Schema } from './schema-shape.ts'

/** A form that runs one tool, and what came of it. */
export class TryPanel {
  readonly element: HTMLElement = h('section.try', { 'aria-label': 'Try it' })
  readonly #app: App
  readonly #result = h('div.result', { 'aria-live': 'polite' })
  readonly #form = h('div')
  readonly #actions = h('p.actions')
  readonly #json = h('textarea.control.mono', {
    rows: 6,
    spellcheck: 'false',
    'aria-label': 'Arguments as JSON',
  })
  #shown = ''
  #id = ''
  #schema: Schema = {}
  #fields: Field | undefined
  #running: AbortController | undefined

  constructor(app: App) {
    this.#app = app
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void this.#run(false)
    })
  }

  /** Shows the form of a tool; what is filled in stays while its definition does. */
  show(data: DescriptionView | undefined): void {
    const definition = data?.levels.find(({ level }) => level === 'definition')
    const key = `${data?.tool.id} ${definition?.text}`
    if (key === this.#shown) return
    this.#shown = key
    this.#running?.abort()
    fill(this.#result)
    if (data === undefined || definition === undefined) {
      fill(this.element)
      return
    }
    this.#id = data.tool.id
    this.#schema = definition.isCut ? {} : schemaIn(definition.text)
    if (!this.#app.api.mayAct) {
      const advice = 'To try it, open the whole address that toolscout inspect printed.'
      fill(this.element, h('h3', 'Try it'), h('p.quiet', advice))
      return
    }
    this.#ask({})
    if (definition.isCut) this.#asJson()
    fill(this.element, h('h3', 'Try it'), this.#form, this.#actions, this.#result)
  }

  #ask(args: unknown): void {
    this.#fields = argumentFields(this.#schema, args)
    const isEmpty = this.#fields.element.childElementCount === 0
    fill(this.#form, isEmpty ? h('p.quiet', 'It takes no arguments.') : this.#fields.element)
    this.#offer()
  }

  #asJson(): void {
    try {
      this.#json.value = JSON.stringify(this.#fields?.read() ?? {}, null, 2)
    } catch {
      this.#json.value = '{}'
    }
    this.#fields = undefined
    fill(this.#form, this.#json)
    this.#offer()
    this.#json.focus()
  }

  #asForm(): void {
    const args = this.#read()
    if (args !== undefined) this.#ask(args)
  }

  #offer(): void {
    fill(this.#actions, [
      button('button main', () => void this.#run(false), 'Run'),
      this.#fields === undefined
        ? button('link', () => this.#asForm(), 'Edit as a form')
        : button('link', () => this.#asJson(), 'Edit as JSON'),
    ])
  }

  /** The arguments; `undefined` where they cannot be read, after saying why. */
  #read(): object | undefined {
    try {
      const args: unknown = this.#fields === undefined ? JSON.parse(this.#json.value) : this.#fields.read()
      if (isSchema(args)) return args
      this.#tell(['The arguments are no JSON object, such as {"path": "notes.txt"}.'])
    } catch (error) {
      this.#tell([isFieldError(error) ? error.message : `This is no JSON: ${(error as Error).message}`])
      const control = isFieldError(error) ? error.control : this.#json
      control.setAttribute('aria-invalid', 'true')
      control.focus()
    }
    return undefined
  }

  #tell(problem: Child): void {
    fill(this.#result, h('p.callout.bad', { role: 'alert' }, problem))
  }

  async #run(isConfirmed: boolean): Promise<void> {
    const args = this.#read()
    if (args === undefined || this.#running !== undefined) return
    const running = new AbortController()
    this.#running = running
    fill(
      this.#actions,
      h('span.quiet', 'Running … '),
      button('button', () => running.abort(), 'Stop'),
    )
    fill(this.#result)
    const body = { id: this.#id, arguments: args, isConfirmed }
    let outcome: Child
    try {
      outcome = this.#outcome(await this.#app.api.post<TrialView>('/api/call', body, running.signal))
    } catch (error) {
      const message =
        error instanceof RequestFailed ? error.message : 'It was stopped; it may have run all the same.'
      outcome = h('p.callout.bad', { role: 'alert' }, message)
    }
    this.#running = undefined
    this.#offer()
    fill(this.#result, outcome)
    this.#result.querySelector<HTMLElement>('.confirm button')?.focus()
  }

  #outcome({ state, text, data, isCut, durationMs }: TrialView): Child {
    if (state === 'unconfirmed') {
      return h('p.callout.warn.confirm', [
        'This tool may change or destroy something; nothing in its definition says otherwise. ',
        button('button', () => void this.#run(true), 'Run it all the same'),
      ])
    }
    const [tone, label] = state === 'failed' ? ['bad', 'Failed'] : ['good', 'Done']
    const shown = [text, data ?? ''].filter((part) => part !== '').join('\n')
    return [
      h('p.status-line', [
        h('span', { class: `pill ${tone}` }, label),
        h('span', formatMs(durationMs)),
        shown !== '' && copyButton(shown, 'Copy the result'),
      ]),
      shown === ''
        ? h('p.quiet', 'It gave nothing to read.')
        : h(
            'pre.level-text',
            { tabindex: 0, 'aria-label': 'Result' },
            shown,
            isCut && h('span.cut', '\n… there is more of it'),
          ),
    ]
  }
}

/** The schema of the arguments in a definition. */
function schemaIn(definition: string): Schema {
  const value: unknown = JSON.parse(definition)
  return isSchema(value) && isSchema(value.inputSchema) ? value.inputSchema : {}
}
