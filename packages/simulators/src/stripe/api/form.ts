import { StripeError } from './stripe-error.ts'

/** A parsed form: `a[b][0]=c` is `{ a: { b: { 0: 'c' } } }`. */
export type Form = { readonly [name: string]: string | Form }

type OpenForm = { [name: string]: string | OpenForm }

/** Parses a body or query as Stripe's clients write them. A name that comes twice is rejected. */
export function parseForm(fields: URLSearchParams): Form {
  const form: OpenForm = emptyForm()
  for (const [name, value] of fields) {
    const path = toPath(name)
    const last = path.pop() ?? ''
    const owner = path.reduce((level, part) => descend(level, part, name), form)
    if (last in owner) throw malformed(name)
    owner[last] = value
  }
  return form
}

/** `a[b][0]` is `['a', 'b', '0']`. */
function toPath(name: string): string[] {
  if (!/^[^[\]]+(?:\[[^[\]]+\])*$/.test(name)) throw malformed(name)
  return name.replaceAll(']', '').split('[')
}

function descend(form: OpenForm, part: string, name: string): OpenForm {
  const inner = (form[part] ??= emptyForm())
  if (typeof inner === 'string') throw malformed(name)
  return inner
}

/** Without a prototype, so that a field can have any name. */
function emptyForm(): OpenForm {
  return Object.create(null) as OpenForm
}

function malformed(name: string): StripeError {
  return new StripeError(400, { message: `Invalid request: cannot read ${name}`, param: name })
}
