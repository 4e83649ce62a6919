import type { ComponentProps } from 'react'

/** The look of every text control. */
export const typingClass =
  'w-full min-w-0 rounded-control border border-input bg-bg px-3 text-base text-fg placeholder:text-muted-fg focus-visible:border-primary focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-muted disabled:text-muted-fg aria-invalid:border-danger md:text-sm'

/** The look of single-line controls, selects included. */
export const inputClass = `h-11 md:h-9 file:me-3 file:h-full file:font-medium ${typingClass}`

export function Input(props: Omit<ComponentProps<'input'>, 'className'>) {
  return <input className={inputClass} {...props} />
}
