import { productName } from '@doorman/domain/brand'
import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUser } from '../../../lib/session/current-user.ts'
import { toast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/basics/button.tsx'

/** The codes, shown once. */
export function RecoveryCodes({
  codes,
  onClose,
}: {
  codes: readonly string[]
  onClose: () => void
}) {
  const { email } = useCurrentUser()
  const [isCopied, setCopied] = useState(false)

  function copy() {
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => toast.failed('Couldn’t copy', 'Your browser didn’t allow it. Download them instead.'),
    )
  }

  const file = [`${productName} recovery codes for ${email}`, 'Each works once.', '', ...codes, '']
  const href = `data:text/plain;charset=utf-8,${encodeURIComponent(file.join('\n'))}`
  return (
    <div className="grid gap-5">
      <ul className="grid grid-cols-1 gap-x-4 gap-y-1 rounded-control bg-muted px-4 py-3 text-center font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={copy}>
          <Copy aria-hidden /> <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
        </Button>
        <Button variant="secondary" asChild>
          <a href={href} download={`${productName.toLowerCase()}-recovery-codes.txt`}>
            <Download aria-hidden /> Download
          </a>
        </Button>
      </div>
      <Button isWide onClick={onClose}>
        I’ve saved them
      </Button>
    </div>
  )
}
