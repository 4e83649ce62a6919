/** The values of the named fields. */
export function readFields<Name extends string>(
  form: HTMLFormElement,
  ...names: Name[]
): Record<Name, string> {
  const values = new FormData(form)
  // Safe: there is one entry per name.
  return Object.fromEntries(names.map((name) => [name, toText(values.get(name))])) as Record<
    Name,
    string
  >
}

function toText(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : ''
}

/** Focuses the first invalid field, once its error is rendered. */
export function focusFirstInvalid(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus())
}
