import { site } from '@doorman/content/site'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/basics/button.tsx'
import { LiveInbox } from './live-inbox.tsx'

export function Hero() {
  const { hero, claims } = site
  return (
    <section className="mx-auto grid w-full max-w-[72rem] grid-cols-1 items-center gap-12 px-4 pt-12 pb-18 md:px-8 md:pt-20 md:pb-24 lg:grid-cols-[minmax(0,1fr)_minmax(0,31rem)] lg:gap-16">
      <div>
        <h1 className="text-4xl font-semibold sm:text-5xl">{hero.title}</h1>
        <p className="mt-6 max-w-[34rem] text-lg text-pretty text-muted-fg">{hero.lead}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button asChild size="large">
            <a href={paths.register}>{hero.action}</a>
          </Button>
          <Button asChild size="large" variant="secondary">
            <a href={paths.section('try-it')}>{site.tryIt.title}</a>
          </Button>
        </div>
        <p className="mt-4 text-sm text-muted-fg">{hero.note}</p>
        <dl className="mt-10 flex flex-wrap gap-x-10 gap-y-4 border-t border-border pt-6">
          <Claim figure={claims.accuracy} label="accuracy" />
          <Claim figure={claims.professionals} label="professionals" />
        </dl>
      </div>
      <LiveInbox />
    </section>
  )
}

function Claim({ figure, label }: { figure: string; label: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-sm text-muted-fg">{label}</dt>
      <dd className="text-2xl font-semibold tabular-nums">{figure}</dd>
    </div>
  )
}
