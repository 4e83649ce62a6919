import { productName } from '@doorman/domain/brand'
import type { ReactElement } from 'react'
import type { AccountEmail } from '../notify.ts'
import { EmailLayout } from './email-layout.tsx'

type Template = {
  readonly subject: string
  readonly body: (email: AccountEmail) => ReactElement
}

/** Emails about a user's account, by kind. */
export const accountEmails: Readonly<Record<AccountEmail['kind'], Template>> = {
  'verify-email': {
    subject: 'Confirm your email address',
    body: ({ url }) => (
      <EmailLayout
        title="Confirm your email address"
        action={{ label: 'Confirm address', url }}
        footnote={`This link works once and expires in one hour. If you didn’t sign up for ${productName}, you can ignore this email.`}
      >
        Welcome to {productName}! Please confirm that this is your address, so we can reach you when
        it matters.
      </EmailLayout>
    ),
  },
  'reset-password': {
    subject: 'Choose a new password',
    body: ({ url }) => (
      <EmailLayout
        title="Choose a new password"
        action={{ label: 'Choose a new password', url }}
        footnote="This link works once and expires in one hour. If you didn’t ask for it, you can ignore this email: your password hasn’t changed."
      >
        We received a request to reset the password of your {productName} account.
      </EmailLayout>
    ),
  },
  'password-changed': {
    subject: 'Your password was changed',
    body: ({ url }) => (
      <EmailLayout
        title="Your password was changed"
        action={{ label: 'This wasn’t me', url }}
        footnote="All other devices have been signed out. If you changed it yourself, you don’t need to do anything."
      >
        The password of your {productName} account was just changed.
      </EmailLayout>
    ),
  },
  'address-taken': {
    subject: 'You already have an account',
    body: ({ url }) => (
      <EmailLayout
        title="You already have an account"
        action={{ label: 'Choose a new password', url }}
        footnote="If this wasn’t you, you can ignore this email: nothing has changed."
      >
        Someone tried to sign up for {productName} with this address, but you already have an
        account. If it was you and you’ve forgotten your password, you can choose a new one.
      </EmailLayout>
    ),
  },
}
