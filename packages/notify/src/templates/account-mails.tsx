import { productName } from '@doorman/domain/brand'
import type { ReactElement } from 'react'
import type { AccountMail } from '../notify.ts'
import { Letter } from './letter.tsx'

type Template = {
  readonly subject: string
  readonly letter: (mail: AccountMail) => ReactElement
}

/** What we write about somebody's account, by kind. */
export const accountMails: Readonly<Record<AccountMail['kind'], Template>> = {
  'verify-email': {
    subject: 'Confirm your email address',
    letter: ({ url }) => (
      <Letter
        title="Confirm your email address"
        action={{ label: 'Confirm address', url }}
        footnote={`The link works once, for one hour. If you did not sign up for ${productName}, you can ignore this mail.`}
      >
        Welcome to {productName}. Please confirm that this address is yours, so that we can reach
        you when it matters.
      </Letter>
    ),
  },
  'reset-password': {
    subject: 'Choose a new password',
    letter: ({ url }) => (
      <Letter
        title="Choose a new password"
        action={{ label: 'Choose a new password', url }}
        footnote="The link works once, for one hour. If you did not ask for it, nothing has changed and you can ignore this mail."
      >
        Somebody, we hope you, asked to choose a new password for your {productName} account.
      </Letter>
    ),
  },
  'password-changed': {
    subject: 'Your password was changed',
    letter: ({ url }) => (
      <Letter
        title="Your password was changed"
        action={{ label: 'This was not me', url }}
        footnote="All other devices have been signed out. If you changed it yourself, there is nothing to do."
      >
        The password of your {productName} account was changed just now.
      </Letter>
    ),
  },
  'address-taken': {
    subject: 'You already have an account',
    letter: ({ url }) => (
      <Letter
        title="You already have an account"
        action={{ label: 'Choose a new password', url }}
        footnote="If this was not you, nothing has changed and you can ignore this mail."
      >
        Somebody tried to sign up for {productName} with this address, which already has an account.
        If it was you and the password is lost, you can choose a new one.
      </Letter>
    ),
  },
}
