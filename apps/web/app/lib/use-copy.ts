import { useState } from 'react'
import { toast } from './toast.ts'

/** Copies a text that the page shows, so that it can be selected where copying is not allowed. */
export function useCopy(text: string) {
  const [copied, setCopied] = useState<string | null>(null)
  return {
    isCopied: copied === text,
    copy() {
      navigator.clipboard.writeText(text).then(
        () => setCopied(text),
        () =>
          toast.failed('Couldn’t copy', 'Your browser didn’t allow it. Select the text instead.'),
      )
    },
  }
}
