import { site } from '@doorman/content/site'
import type { Testimonial } from '@doorman/content/site-shape'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useRef, useState } from 'react'
import { Badge } from '../../ui/basics/badge.tsx'
import { Button } from '../../ui/basics/button.tsx'
import { titleClass } from './section.tsx'

/**
 * A carousel to swipe, scroll, page with its arrows or walk through by keyboard. It never moves by
 * itself.
 */
export function Testimonials() {
  const { title, note, items } = site.testimonials
  const row = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)

  function updateCurrent() {
    const list = row.current
    if (list) setCurrent(Math.round((list.scrollLeft / list.scrollWidth) * items.length))
  }

  function show(index: number) {
    const card = row.current?.children[index]
    if (card instanceof HTMLElement && row.current)
      row.current.scrollTo({ left: card.offsetLeft - row.current.offsetLeft })
  }

  /** Half a row further. The row snaps to the nearest card. */
  function turn(direction: 1 | -1) {
    const list = row.current
    list?.scrollBy({ left: direction * (list.clientWidth / 2) })
  }

  return (
    <section aria-labelledby="testimonials-title" className="border-t border-border">
      <div className="py-9 md:py-14">
        <div className="mx-auto flex max-w-[72rem] items-end justify-between gap-6 px-4 md:px-8">
          <div>
            <h2 id="testimonials-title" className={titleClass}>
              {title}
            </h2>
            <p className="mt-2 text-muted-fg md:text-lg">{note}</p>
          </div>
          <div className="screen-only flex gap-2 max-md:hidden">
            <Button
              variant="secondary"
              size="icon"
              aria-label="Earlier cards"
              onClick={() => turn(-1)}
            >
              <ArrowLeft aria-hidden />
            </Button>
            <Button variant="secondary" size="icon" aria-label="More cards" onClick={() => turn(1)}>
              <ArrowRight aria-hidden />
            </Button>
          </div>
        </div>
        <ul
          ref={row}
          onScroll={updateCurrent}
          data-interactive=""
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
          tabIndex={0}
          aria-label={title}
          className="carousel mt-4 flex snap-x snap-mandatory scroll-px-(--edge) gap-4 overflow-x-auto px-(--edge) pb-2 md:mt-6"
        >
          {items.map((testimonial) => (
            <Card key={testimonial.title} testimonial={testimonial} />
          ))}
        </ul>
        <div className="screen-only mt-1 flex justify-center md:hidden">
          {items.map((testimonial, index) => (
            <button
              key={testimonial.title}
              type="button"
              aria-label={`Show ${index + 1} of ${items.length}`}
              aria-current={index === current || undefined}
              onClick={() => show(index)}
              className="group grid size-8 place-items-center"
            >
              <span className="size-2 rounded-full bg-input group-aria-current:w-5 group-aria-current:bg-primary forced-color-adjust-none" />
            </button>
          ))}
        </div>
      </div>
    </section>
  )
}

function Card({ testimonial }: { testimonial: Testimonial }) {
  return (
    <li className="flex w-full shrink-0 snap-start flex-col gap-3 rounded-card border border-border bg-card p-5 shadow-card sm:w-80">
      <div className="flex items-start justify-between gap-3">
        <h3 className="font-semibold text-pretty">{testimonial.title}</h3>
        {testimonial.kind === 'example' && <Badge>Example</Badge>}
      </div>
      <p className="text-pretty text-muted-fg max-md:text-sm">{testimonial.text}</p>
      {testimonial.kind === 'quote' && (
        <p className="mt-auto flex items-center gap-3 text-sm font-medium">
          {testimonial.photo && (
            <img
              src={testimonial.photo}
              alt=""
              width={32}
              height={32}
              loading="lazy"
              className="rounded-full"
            />
          )}
          {testimonial.name}
        </p>
      )}
    </li>
  )
}
