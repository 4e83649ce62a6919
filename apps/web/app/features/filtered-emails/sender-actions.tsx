import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import { useQuery } from '@tanstack/react-query'
import { AtSign, ExternalLink, UserCheck } from 'lucide-react'
import { billingInfo, hasProAccess } from '../../lib/billing/billing-info.ts'
import { toDomain, toSender } from '../../lib/lists/sender.ts'
import { Badge } from '../../ui/basics/badge.tsx'
import { Button } from '../../ui/basics/button.tsx'
import { toMailboxPath } from './filtered-emails.ts'
import { useTrustDomain, useTrustSender } from './use-trust.ts'

const mailboxNames = { gmail: 'Gmail', microsoft: 'Outlook' } as const

/** Opens an email in its mailbox, and trusts its sender or their domain from now on. */
export function SenderActions({ email }: { email: FilteredEmail }) {
  const { address } = toSender(email.from)
  const domain = toDomain(address)
  return (
    <>
      <Button asChild variant="ghost" size="small">
        <a href={toMailboxPath(email.id)} target="_blank" rel="noopener noreferrer">
          <ExternalLink aria-hidden />
          Open in {mailboxNames[email.provider]}
        </a>
      </Button>
      {/* A restored or kept email has made its sender trusted. */}
      {domain && email.action !== 'restored' && <TrustSender address={address} />}
      {domain && <TrustDomain domain={domain} />}
    </>
  )
}

function TrustSender({ address }: { address: string }) {
  const trust = useTrustSender(address)
  return (
    <Button variant="ghost" size="small" aria-disabled={trust.isDone} onClick={trust.take}>
      <UserCheck aria-hidden />
      {trust.isDone ? 'Sender trusted' : 'Trust this sender'}
    </Button>
  )
}

function TrustDomain({ domain }: { domain: string }) {
  const trust = useTrustDomain(domain)
  const { data: billing } = useQuery(billingInfo)
  return (
    <Button variant="ghost" size="small" aria-disabled={trust.isDone} onClick={trust.take}>
      <AtSign aria-hidden />
      <span className="max-w-[min(16rem,50vw)] truncate" title={domain}>
        {trust.isDone ? `${domain} trusted` : `Trust ${domain}`}
      </span>
      {billing && !hasProAccess(billing) && <Badge>Pro</Badge>}
    </Button>
  )
}
