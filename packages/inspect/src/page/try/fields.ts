import { button, type Child, h } from '../dom.ts'
import { describedAs, isSchema, type Member, type Schema, type Shape, shapeOf } from './schema-shape.ts'

/** A value that is being filled in. */
export interface Field {
  readonly element: HTMLElement
  /** The value as it stands, `undefined` for none. @throws FieldError for one that is none or is missing. */
  readonly read: () => unknown
}

/** Says which field cannot be read, and why. */
type FieldError = TypeError & { readonly control: HTMLElement }

function fieldError(control: HTMLElement, reason: string): FieldError {
  return Object.assign(new TypeError(reason), { control })
}

/** Whether an error says which field cannot be read. */
export function isFieldError(error: unknown): error is FieldError {
  return error instanceof TypeError && 'control' in error
}

/** What a field is made of. */
interface Place {
  readonly label: string
  readonly schema: Schema
  /** The whole, into which references point. */
  readonly root: Schema
  readonly depth: number
  readonly isRequired: boolean
  /** What stands in it at first. */
  readonly value: unknown
}

let made = 0

/** The fields of a whole schema, filled with arguments. */
export function argumentFields(schema: Schema, value: unknown): Field {
  return groupField({ label: '', schema, root: schema, depth: 0, isRequired: true, value })
}

function fieldOf(place: Place): Field {
  const shape = shapeOf(place.schema, place.root, place.depth)
  if (shape.kind === 'group') return groupField(place)
  if (shape.kind === 'list') return listField(place, shape.items)
  if (shape.kind === 'choice') return choiceField(place, shape.values)
  return shape.kind === 'number' ? numberField(place, shape) : textField(place, shape.kind === 'json')
}

function groupField(place: Place): Field {
  const { label, schema, root, depth, isRequired, value } = place
  const shape = shapeOf(schema, root, depth)
  const given = isSchema(value) ? value : {}
  const toField = (member: Member): readonly [string, Field] => {
    const { name } = member
    const inner = { ...member, label: name, root, depth: depth + 1, value: given[name] }
    // Nothing of an object that may be left out has to be there, before any of it is.
    return [name, fieldOf({ ...inner, isRequired: member.isRequired && isRequired })]
  }
  const fields = shape.kind === 'group' ? shape.members.map(toField) : []
  const inside = fields.map(([, field]) => field.element)
  const element =
    label === ''
      ? h('div.fields', inside)
      : h('fieldset.fields', h('legend', label, mark(isRequired)), hint(place), inside)
  return {
    element,
    read: () => {
      const members = fields.flatMap(([name, { read }]) => {
        const own = read()
        return own === undefined ? [] : [[name, own] as const]
      })
      return members.length === 0 && !isRequired ? undefined : Object.fromEntries(members)
    },
  }
}

function listField(place: Place, items: Schema): Field {
  const { label, root, depth, isRequired, value } = place
  const fields = new Set<Field>()
  const list = h('div.fields')
  const add = (own?: unknown): void => {
    const inner = {
      label: `${label}, item`,
      schema: items,
      root,
      depth: depth + 1,
      isRequired: true,
      value: own,
    }
    const field = fieldOf(inner)
    const remove = (): void => {
      fields.delete(field)
      row.remove()
      more.focus()
    }
    const row = h(
      'div.item',
      field.element,
      button('button', remove, { 'aria-label': `Remove this of ${label}` }, 'Remove'),
    )
    fields.add(field)
    list.append(row)
  }
  const addOne = (): void => {
    add()
    list.lastElementChild?.querySelector<HTMLElement>('input, textarea, select')?.focus()
  }
  const more = button('button', addOne, `Add to ${label}`)
  if (Array.isArray(value)) for (const own of value) add(own)
  return {
    element: h('fieldset.fields', h('legend', label, mark(isRequired)), hint(place), list, more),
    read: () => (fields.size === 0 && !isRequired ? undefined : [...fields].map(({ read }) => read())),
  }
}

/** Longest list of choices that have to be looked at one by one; the value itself is the position in the list. */
function choiceField(place: Place, values: readonly unknown[]): Field {
  const words = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  const at = values.findIndex((value) => JSON.stringify(value) === JSON.stringify(place.value))
  const options = words.map((word, i) => h('option', { value: i, selected: i === at }, word))
  const select = h(
    'select.control',
    h('option', { value: '' }, place.isRequired ? 'choose' : 'not set'),
    options,
  )
  return labelled(
    place,
    select,
    () => values[Number(select.value)],
    () => select.value === '',
  )
}

function numberField(place: Place, { isWhole, range }: Extract<Shape, { kind: 'number' }>): Field {
  const control = h('input.control', {
    type: 'text',
    inputmode: isWhole ? 'numeric' : 'decimal',
    autocomplete: 'off',
  })
  if (place.value !== undefined) control.value = String(place.value)
  const read = (): number => {
    const number = Number(control.value)
    if (Number.isFinite(number) && (!isWhole || Number.isInteger(number))) return number
    throw fieldError(control, `${place.label} is no ${isWhole ? 'whole number' : 'number'}.`)
  }
  return labelled(place, control, read, () => control.value.trim() === '', range)
}

function textField(place: Place, isJson: boolean): Field {
  const { value } = place
  const control = h('textarea.control', { rows: 1, spellcheck: 'false' })
  if (value !== undefined) control.value = isJson ? JSON.stringify(value) : String(value)
  const read = (): unknown => {
    try {
      return isJson ? (JSON.parse(control.value) as unknown) : control.value
    } catch {
      throw fieldError(control, `${place.label} is no JSON; texts stand in "quotes".`)
    }
  }
  return labelled(place, control, read, () => control.value === '', isJson ? 'JSON' : '')
}

/** A control with its label, what it is for, and what is wrong with it. */
function labelled(
  place: Place,
  control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  readValue: () => unknown,
  isEmpty: () => boolean,
  note = '',
): Field {
  const { label, isRequired, schema } = place
  made += 1
  control.id = `field-${made}`
  const about = hint(place)
  if (about instanceof HTMLElement) {
    about.id = `${control.id}-about`
    control.setAttribute('aria-describedby', about.id)
  }
  if (isRequired) control.setAttribute('aria-required', 'true')
  if ('default' in schema && !(control instanceof HTMLSelectElement))
    control.placeholder = `default ${JSON.stringify(schema.default)}`
  control.addEventListener('input', () => control.removeAttribute('aria-invalid'))
  const name = h(
    'label.field-name',
    { for: control.id },
    label,
    mark(isRequired),
    note !== '' && h('span.quiet', ` ${note}`),
  )
  return {
    element: h('div.field', name, about, control),
    read: () => {
      if (!isEmpty()) return readValue()
      if (isRequired) throw fieldError(control, `${label} is required.`)
      return undefined
    },
  }
}

function mark(isRequired: boolean): Child {
  return isRequired && [' ', h('span.required', 'required')]
}

function hint({ schema, root }: Place): Child {
  const text = describedAs(schema, root)
  return text !== '' && h('p.field-about', text)
}
