import { site } from '@doorman/content/site'
import { Plus } from 'lucide-react'

export function Faq() {
  const { title, items } = site.faq
  return (
    <section aria-labelledby="faq-title">
      <div className="mx-auto grid max-w-[72rem] gap-10 px-4 py-18 md:px-8 md:py-28 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] lg:gap-20">
        <h2 id="faq-title" className="text-3xl font-semibold md:text-4xl">
          {title}
        </h2>
        <div className="divide-y divide-border border-y border-border">
          {items.map(({ question, answer }) => (
            <details key={question} name="faq" className="group">
              <summary className="flex list-none items-center justify-between gap-6 py-5 text-lg font-medium -outline-offset-2 [&::-webkit-details-marker]:hidden">
                {question}
                <Plus
                  aria-hidden
                  className="size-5 shrink-0 text-muted-fg transition-transform group-open:rotate-45"
                  strokeWidth={1.5}
                />
              </summary>
              <p className="max-w-[64ch] pb-6 text-pretty text-muted-fg">{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}
