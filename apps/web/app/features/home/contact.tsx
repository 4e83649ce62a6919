import { site } from '@doorman/content/site'
import { clsx } from 'clsx'
import { ContactForm } from './contact-form.tsx'
import { besideClass, contentClass, titleClass } from './section.tsx'

export function Contact() {
  const { title, lead, note } = site.contact
  return (
    <section id="contact" aria-labelledby="contact-title" className="screen-only">
      <div className={clsx(contentClass, besideClass)}>
        <div>
          <h2 id="contact-title" className={titleClass}>
            {title}
          </h2>
          <p className="mt-3 text-pretty text-muted-fg">{lead}</p>
          <p className="mt-2 text-sm text-pretty text-muted-fg">{note}</p>
        </div>
        <ContactForm />
      </div>
    </section>
  )
}
