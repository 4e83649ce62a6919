import { productName } from '@doorman/domain/brand'
import { DoorOpen, MessageSquareText, Undo2, type LucideIcon } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { ConnectionFailed } from '../../features/home/connection-failed.tsx'
import { InboxExample } from '../../features/home/inbox-example.tsx'
import { publicMeta } from '../../lib/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'

export const meta = () =>
  publicMeta(
    'Cold outreach stays in the lobby',
    `${productName} finds the pitches your spam filter misses and takes them out of your Gmail or Outlook inbox.`,
  )

const promises: readonly { icon: LucideIcon; title: string; description: string }[] = [
  {
    icon: DoorOpen,
    title: 'Whom you know walks in',
    description:
      'People you have written to, your colleagues and replies to your own mail are never judged at all.',
  },
  {
    icon: MessageSquareText,
    title: 'Every decision has a reason',
    description:
      'Sales pitches, recruiters and investors are set aside under a label, each with the reason beside it.',
  },
  {
    icon: Undo2,
    title: 'Nothing is ever deleted',
    description:
      'One click puts a message back in the inbox, and its sender is let in from then on.',
  },
]

export default function HomePage() {
  const error = useSearchParams()[0].get('error')
  return (
    <>
      {error !== null && <ConnectionFailed error={error} />}
      <section className="mx-auto grid w-full max-w-[72rem] grid-cols-1 items-center gap-12 px-4 py-12 md:px-8 md:py-20 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)] lg:gap-16">
        <div>
          <h1 className="text-4xl font-semibold sm:text-5xl">Cold outreach stays in the lobby.</h1>
          <p className="mt-6 max-w-xl text-lg text-pretty text-muted-fg">
            {productName} finds the sales pitches, recruiter and investor mail that spam filters
            miss, and takes them out of your Gmail or Outlook inbox.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Button asChild size="large">
              <a href={paths.register}>Sign up free</a>
            </Button>
            <Button asChild size="large" variant="secondary">
              <a href={paths.login()}>Log In</a>
            </Button>
          </div>
          <p className="mt-4 text-sm text-muted-fg">Free to start. No card needed.</p>
        </div>
        <InboxExample />
      </section>
      <section aria-labelledby="promises" className="border-t border-border">
        <div className="mx-auto max-w-[72rem] px-4 py-12 md:px-8 md:py-20">
          <h2 id="promises" className="text-2xl font-semibold sm:text-3xl">
            What a good doorman does
          </h2>
          <ul className="mt-8 grid gap-8 md:grid-cols-3">
            {promises.map(({ icon: Icon, title, description }) => (
              <li key={title}>
                <Icon aria-hidden className="size-6 text-primary" strokeWidth={1.5} />
                <h3 className="mt-3 font-semibold">{title}</h3>
                <p className="mt-1 text-pretty text-muted-fg">{description}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>
    </>
  )
}
