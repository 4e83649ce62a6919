import type { ComponentProps } from 'react'
import { typingClass } from './input.tsx'

/** A multi-line input. It grows with its text up to a limit, in browsers that support it. */
export function Textarea(props: Omit<ComponentProps<'textarea'>, 'className'>) {
  return (
    <textarea
      className={`${typingClass} block field-sizing-content max-h-112 min-h-40 py-2`}
      {...props}
    />
  )
}
