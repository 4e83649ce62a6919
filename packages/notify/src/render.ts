import { render } from '@react-email/components'
import { createElement } from 'react'
import type { Email, Unsubscribe } from './notify.ts'
import { toText } from './plain-text.ts'
import type { RenderedEmail } from './smtp.ts'
import { accountEmails } from './templates/account-emails.tsx'
import { addressEmails } from './templates/address-emails.tsx'
import { EmailLayout } from './templates/email-layout.tsx'
import { farewell } from './templates/farewell.tsx'
import { mailboxEmails } from './templates/mailbox-emails.tsx'
import { contactMessage, newUser } from './templates/operator-emails.tsx'
import {
  paymentFailed,
  planEnded,
  subscriptionConfirmed,
  trialReminder,
} from './templates/plan-emails.tsx'
import type { Template } from './templates/template.ts'
import { weeklyReport } from './templates/weekly-report.tsx'

type EmailByKind = { readonly [Kind in Email['kind']]: Email & { readonly kind: Kind } }

const templates: {
  readonly [Kind in keyof EmailByKind]: (email: EmailByKind[Kind]) => Template
} = {
  ...accountEmails,
  ...addressEmails,
  ...mailboxEmails,
  'trial-reminder': trialReminder,
  'plan-ended': planEnded,
  'subscription-confirmed': subscriptionConfirmed,
  'payment-failed': paymentFailed,
  'weekly-report': weeklyReport,
  'new-user': newUser,
  'contact-message': contactMessage,
  farewell,
}

/** Renders an email as HTML and as plain text with the same content. */
export async function renderEmail(email: Email, unsubscribe?: Unsubscribe): Promise<RenderedEmail> {
  const template = toTemplate(email.kind, email)
  const { subject, replyTo } = template
  const rendered = await render(createElement(EmailLayout, { template, unsubscribe }))
  // react-email declares XHTML 1.0, which makes HTML parsers report an error.
  const html = rendered.replace(/^<!DOCTYPE [^>]*>/, '<!DOCTYPE html>')
  return { subject, html, text: toText(html), ...(replyTo !== undefined && { replyTo }) }
}

function toTemplate<Kind extends keyof EmailByKind>(
  kind: Kind,
  email: EmailByKind[Kind],
): Template {
  return templates[kind](email)
}
