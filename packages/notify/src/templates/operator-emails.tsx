import { productName } from '@doorman/domain/brand'
import { Fragment } from 'react'
import { formatCountOf } from '@doorman/domain/format'
import type { ContactEmail, NewUser } from '../notify.ts'
import { toStrangersText } from '../strangers-text.ts'
import { Paragraph } from './parts.tsx'
import type { Template } from './template.ts'

const maxNameChars = 100
const maxPreviewChars = 120

export function newUser({ url, address, userCount }: NewUser): Template {
  return {
    subject: `A new user signed up for ${productName}`,
    preview: `${address} joined.`,
    title: 'A new user signed up',
    body: (
      <Paragraph>
        {address} signed up for {productName}. That makes{' '}
        {formatCountOf(userCount, 'user', 'users')}.
      </Paragraph>
    ),
    action: { label: `Open ${productName}`, url },
    footnote: 'You can switch these notices off in the email settings: see docs/operations.md.',
  }
}

export function contactMessage({ name, email, message, url, isPro }: ContactEmail): Template {
  const title = 'New message from the contact form'
  const from = `${toStrangersText(name, maxNameChars)}, ${email}`
  return {
    subject: isPro ? `[Pro] ${title}` : title,
    preview: `${toStrangersText(name, maxNameChars)}: ${toStrangersText(message, maxPreviewChars)}`,
    title,
    body: (
      <>
        {isPro && (
          <Paragraph>
            <strong>[Pro]</strong> The sender has Pro, so please answer this one first.
          </Paragraph>
        )}
        <Paragraph>
          {message.split('\n').map((line, index) => (
            <Fragment key={index}>
              {index > 0 && <br />}
              {line}
            </Fragment>
          ))}
        </Paragraph>
      </>
    ),
    action: { label: 'Reply', url },
    footnote: `From ${from}. The address hasn’t been verified.`,
    replyTo: email,
  }
}
