import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/basics/button.tsx'
import { JobsCard } from './jobs-card.tsx'
import { MailboxesCard } from './mailboxes-card.tsx'
import { RepliesCard } from './replies-card.tsx'

export function QueueScreen() {
  return (
    <>
      <div>
        <Button asChild variant="secondary">
          <Link to={paths.admin}>
            <ArrowLeft aria-hidden /> Admin Panel
          </Link>
        </Button>
      </div>
      <RepliesCard />
      <JobsCard />
      <MailboxesCard />
    </>
  )
}
