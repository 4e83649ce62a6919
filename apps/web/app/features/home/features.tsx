import { site } from '@doorman/content/site'
import type { Feature } from '@doorman/content/site-shape'
import { DoorOpen, Inbox, ScanSearch, SlidersHorizontal, type LucideIcon } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/basics/button.tsx'
import { contentClass, titleClass } from './section.tsx'

const icons: Record<Feature['icon'], LucideIcon> = {
  judge: ScanSearch,
  sort: SlidersHorizontal,
  door: DoorOpen,
  mailboxes: Inbox,
}

export function Features() {
  const { title, items } = site.features
  return (
    <section id="features" aria-labelledby="features-title" className="border-t border-border">
      <div className={contentClass}>
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
          <h2 id="features-title" className={titleClass}>
            {title}
          </h2>
          <div className="screen-only">
            <Button asChild size="large">
              <a href={paths.register}>{site.hero.action}</a>
            </Button>
          </div>
        </div>
        <ul className="mt-5 grid gap-x-5 gap-y-5 min-[22.5rem]:grid-cols-2 md:mt-8 md:gap-8 lg:grid-cols-4">
          {items.map((feature) => {
            const Icon = icons[feature.icon]
            return (
              <li key={feature.title}>
                <Icon aria-hidden className="size-5 text-primary md:size-6" strokeWidth={1.5} />
                <h3 className="mt-2 font-semibold">{feature.title}</h3>
                <p className="mt-1 text-sm text-pretty text-muted-fg">{feature.text}</p>
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}
