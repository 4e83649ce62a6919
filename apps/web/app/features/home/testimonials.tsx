import { site } from '@doorman/content/site'
import type { Testimonial } from '@doorman/content/site-shape'
import { useRef, useState } from 'react'
import { Badge } from '../../ui/basics/badge.tsx'

/** A carousel to swipe, scroll or walk through by keyboard. It never moves by itself. */
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

  return (
    <section aria-labelledby="testimonials-title" className="border-t border-border">
      <div className="py-18 md:py-28">
        <div className="mx-auto max-w-[72rem] px-4 md:px-8">
          <h2 id="testimonials-title" className="text-3xl font-semibold md:text-4xl">
            {title}
          </h2>
          <p className="mt-4 text-lg text-muted-fg">{note}</p>
        </div>
        <ul
          ref={row}
          onScroll={updateCurrent}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
          tabIndex={0}
          aria-label={title}
          className="carousel mt-10 flex snap-x snap-mandatory scroll-px-(--edge) gap-4 overflow-x-auto px-(--edge) pb-4 md:gap-6"
        >
          {items.map((testimonial) => (
            <Card key={testimonial.title} testimonial={testimonial} />
          ))}
        </ul>
        <div className="screen-only mt-2 flex justify-center md:hidden">
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
    <li className="flex w-full shrink-0 snap-start flex-col gap-4 rounded-card border border-border bg-card p-6 shadow-card sm:w-80">
      <div className="flex items-start justify-between gap-3">
        <h3 className="font-semibold text-pretty">{testimonial.title}</h3>
        {testimonial.kind === 'example' && <Badge>Example</Badge>}
      </div>
      <p className="text-pretty text-muted-fg">{testimonial.text}</p>
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
