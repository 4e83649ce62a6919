import type { ComponentProps } from 'react'
import { inputClass } from './input.tsx'

/** For more than one line. It grows with what is typed where the browser can. */
export function Textarea(props: Omit<ComponentProps<'textarea'>, 'className'>) {
  return (
    <textarea
      className={`${inputClass} field-sizing-content h-auto min-h-40 py-2 md:h-auto`}
      {...props}
    />
  )
}
