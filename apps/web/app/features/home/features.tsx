import { site } from '@doorman/content/site'
import type { Feature } from '@doorman/content/site-shape'
import { DoorOpen, Inbox, ScanSearch, SlidersHorizontal, type LucideIcon } from 'lucide-react'

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
      <div className="mx-auto grid max-w-[72rem] gap-10 px-4 py-18 md:px-8 md:py-28 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] lg:gap-20">
        <h2
          id="features-title"
          className="text-3xl font-semibold md:text-4xl lg:sticky lg:top-28 lg:self-start"
        >
          {title}
        </h2>
        <ul className="divide-y divide-border border-y border-border">
          {items.map((feature) => {
            const Icon = icons[feature.icon]
            return (
              <li key={feature.title} className="flex gap-5 py-8 sm:gap-8">
                <Icon aria-hidden className="mt-1 size-6 shrink-0 text-primary" strokeWidth={1.5} />
                <div>
                  <h3 className="text-xl font-semibold">{feature.title}</h3>
                  <p className="mt-2 max-w-[58ch] text-pretty text-muted-fg">{feature.text}</p>
                </div>
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}
