import { site } from '@doorman/content/site'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Figure } from './figure.tsx'
import { toShown } from './footnotes.ts'
import { LiveInbox } from './live-inbox.tsx'

export function Hero() {
  const { hero, claims } = site
  const shown = toShown([claims.accuracy, claims.professionals])
  return (
    <section className="mx-auto grid w-full max-w-[72rem] grid-cols-1 items-center gap-6 px-4 pt-7 pb-6 md:gap-12 md:px-8 md:pt-14 md:pb-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,31rem)] lg:gap-16">
      <div>
        <h1 className="text-[2.25rem] leading-[1.1] font-semibold tracking-[-0.02em] sm:text-5xl">
          {hero.title}
        </h1>
        <p className="mt-4 max-w-[34rem] text-pretty text-muted-fg md:mt-6 md:text-lg">
          {hero.lead}
        </p>
        <div className="mt-6 flex flex-wrap gap-3 md:mt-8">
          <Button asChild size="large">
            <a href={paths.register}>{hero.action}</a>
          </Button>
          <Button asChild size="large" variant="secondary">
            <a href={paths.section('try-it')}>{site.tryIt.title}</a>
          </Button>
        </div>
        <p className="mt-3 text-sm text-muted-fg">{hero.note}</p>
        {shown.length > 0 && (
          <dl className="mt-5 flex flex-wrap gap-x-10 gap-y-4 border-t border-border pt-4 md:mt-8 md:pt-5">
            {shown.map((claim) => (
              <div key={claim.label} className="flex flex-col-reverse">
                <dt className="text-sm text-muted-fg">{claim.label}</dt>
                <dd className="text-2xl font-semibold tabular-nums">
                  <Figure claim={claim} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <LiveInbox />
    </section>
  )
}
