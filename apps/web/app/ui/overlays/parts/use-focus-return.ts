import { useRef } from 'react'

/** On closing, a dialog gives the focus to `opener`, or back to the element that had it before. */
export function useFocusReturn(opener?: HTMLElement) {
  const before = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // What closed the dialog may have moved the focus already, such as a link to another page.
      if (document.activeElement !== document.body) return
      const target = opener ?? before.current
      if (target instanceof HTMLElement) target.focus()
    },
  }
}
