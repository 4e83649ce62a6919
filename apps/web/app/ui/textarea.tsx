import type { ComponentProps } from 'react'
import { typingClass } from './input.tsx'

/** For more than one line. It grows with what is typed where the browser can, up to a point. */
export function Textarea(props: Omit<ComponentProps<'textarea'>, 'className'>) {
  return (
    <textarea
      className={`${typingClass} block field-sizing-content max-h-112 min-h-40 py-2`}
      {...props}
    />
  )
}
