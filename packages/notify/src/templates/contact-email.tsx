import { Fragment, type ReactElement } from 'react'
import type { ContactEmail } from '../notify.ts'
import { EmailLayout } from './email-layout.tsx'

export const contactSubject = 'New message from the contact form'

export function contactBody({ name, email, message, url }: ContactEmail): ReactElement {
  return (
    <EmailLayout
      title={contactSubject}
      action={{ label: 'Reply', url }}
      footnote={`From ${name}, ${email}. The address hasn’t been verified.`}
    >
      {message.split('\n').map((line, index) => (
        <Fragment key={index}>
          {line}
          <br />
        </Fragment>
      ))}
    </EmailLayout>
  )
}
