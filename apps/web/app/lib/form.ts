/** What was typed into the named fields. */
export function readFields<Name extends string>(
  form: HTMLFormElement,
  ...names: Name[]
): Record<Name, string> {
  const typed = new FormData(form)
  // Safe: there is one entry per name.
  return Object.fromEntries(names.map((name) => [name, toText(typed.get(name))])) as Record<
    Name,
    string
  >
}

function toText(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : ''
}

/** Takes the person to what has to be mended, once the errors are on the screen. */
export function focusFirstInvalid(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus())
}
