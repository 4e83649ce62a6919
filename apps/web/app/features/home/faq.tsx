import { site } from '@doorman/content/site'
import { clsx } from 'clsx'
import { Plus } from 'lucide-react'
import { besideClass, contentClass, titleClass } from './section.tsx'

export function Faq() {
  const { title, items } = site.faq
  return (
    <section id="faq" aria-labelledby="faq-title">
      <div className={clsx(contentClass, besideClass)}>
        <h2 id="faq-title" className={titleClass}>
          {title}
        </h2>
        <div className="divide-y divide-border border-y border-border">
          {items.map(({ question, answer }) => (
            <details key={question} name="faq" className="group">
              <summary className="flex list-none items-center justify-between gap-6 py-3 font-medium md:py-3.5 -outline-offset-2 [&::-webkit-details-marker]:hidden">
                {question}
                <Plus
                  aria-hidden
                  className="size-5 shrink-0 text-muted-fg transition-transform group-open:rotate-45"
                  strokeWidth={1.5}
                />
              </summary>
              <p className="max-w-[64ch] pb-5 text-pretty text-muted-fg">{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}
