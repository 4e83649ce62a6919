import type { LegalText } from '@doorman/content/legal'
import { ArrowLeft } from 'lucide-react'
import { formatDay } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'

export function LegalPage({ text: { title, updatedOn, sections } }: { text: LegalText }) {
  return (
    <article className="mx-auto w-full max-w-[44rem] px-4 py-12 md:px-8 md:py-16">
      <a
        href={paths.home}
        className="screen-only inline-flex items-center gap-2 rounded-control py-1 text-sm text-muted-fg hover:text-fg"
      >
        <ArrowLeft aria-hidden className="size-4" /> Back to Home
      </a>
      <h1 className="mt-6 text-3xl font-semibold">{title}</h1>
      <p className="mt-2 text-sm text-muted-fg">
        Last updated <time dateTime={updatedOn}>{formatDay(updatedOn)}</time>
      </p>
      <div className="prose">
        {sections.map((section) => (
          <section key={section.title}>
            <h2>{section.title}</h2>
            {section.paragraphs?.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {section.list && (
              <ul>
                {section.list.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            )}
          </section>
        ))}
      </div>
    </article>
  )
}
