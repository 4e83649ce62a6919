import { Fragment, type ReactElement } from 'react'
import type { ContactMail } from '../notify.ts'
import { Letter } from './letter.tsx'

export const contactSubject = 'A message from the contact form'

export function contactLetter({ name, email, message, url }: ContactMail): ReactElement {
  return (
    <Letter
      title={contactSubject}
      action={{ label: 'Answer', url }}
      footnote={`From ${name}, ${email}. Nobody has checked that the address is theirs.`}
    >
      {message.split('\n').map((line, index) => (
        <Fragment key={index}>
          {line}
          <br />
        </Fragment>
      ))}
    </Letter>
  )
}
