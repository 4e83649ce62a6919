import { loadAdminConsent } from '@doorman/contract/mailboxes'
import { productName } from '@doorman/domain/brand'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Copy, Mail } from 'lucide-react'
import { useId } from 'react'
import { query } from '../../lib/api/query.ts'
import { useCopy } from '../../lib/use-copy.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { toAdminEmail } from './admin-email.ts'

export const adminConsent = query(loadAdminConsent, {})

/** What a user can send to the administrator of their organisation: a link, or a whole email. */
export function AdminApproval() {
  const { url } = useSuspenseQuery(adminConsent).data
  const { subject, text, href } = toAdminEmail(url)
  return (
    <>
      <LinkCard url={url} />
      <Card
        title="Or send this email"
        footer={
          <Button asChild>
            <a href={href}>
              <Mail aria-hidden /> Open in mail app
            </a>
          </Button>
        }
      >
        <div className="grid grid-cols-1 gap-3 rounded-control bg-muted px-4 py-3 text-sm">
          <p className="font-medium">{subject}</p>
          <p className="break-words whitespace-pre-line">{text}</p>
        </div>
      </Card>
    </>
  )
}

function LinkCard({ url }: { url: string }) {
  const titleId = useId()
  const { isCopied, copy } = useCopy(url)

  return (
    <Card
      title="Link for your administrator"
      titleId={titleId}
      description={`It lets people in your organization connect their mailboxes to ${productName}. It doesn’t connect any by itself.`}
    >
      <div className="flex flex-wrap gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <Input
            readOnly
            value={url}
            aria-labelledby={titleId}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </div>
        <Button variant="secondary" onClick={copy}>
          <Copy aria-hidden /> <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
        </Button>
      </div>
    </Card>
  )
}
