import { site } from '@doorman/content/site'
import { ContactForm } from './contact-form.tsx'

export function Contact() {
  const { title, lead, note } = site.contact
  return (
    <section id="contact" aria-labelledby="contact-title" className="screen-only">
      <div className="mx-auto grid max-w-[72rem] gap-10 px-4 py-18 md:px-8 md:py-28 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] lg:gap-20">
        <div>
          <h2 id="contact-title" className="text-3xl font-semibold md:text-4xl">
            {title}
          </h2>
          <p className="mt-4 text-pretty text-muted-fg">{lead}</p>
          <p className="mt-4 text-sm text-pretty text-muted-fg">{note}</p>
        </div>
        <ContactForm />
      </div>
    </section>
  )
}
