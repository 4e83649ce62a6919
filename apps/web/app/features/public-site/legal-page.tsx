import type { LegalText } from '@doorman/content/legal'
import { formatDay } from '../../lib/format.ts'
import { BackHome } from './back-home.tsx'

export function LegalPage({ text: { title, updatedOn, sections } }: { text: LegalText }) {
  return (
    <article className="mx-auto w-full max-w-[44rem] px-4 py-12 md:px-8 md:py-16">
      <BackHome />
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
