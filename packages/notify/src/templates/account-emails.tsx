import { productName } from '@doorman/domain/brand'
import { firstScanLimit, trialDays } from '@doorman/domain/plans/plan'
import type { AccountEmail } from '../notify.ts'
import { Bullets, Paragraph } from './parts.tsx'
import type { Template } from './template.ts'

/** Emails about a user's account, by kind. */
export const accountEmails: Readonly<
  Record<AccountEmail['kind'], (email: AccountEmail) => Template>
> = {
  'verify-email': ({ url }) => ({
    subject: 'Confirm your email address',
    preview: `One click, and we can reach you when it matters. The link works for an hour.`,
    title: 'Confirm your email address',
    body: (
      <Paragraph>
        Welcome to {productName}! Please confirm that this is your address, so we can reach you when
        it matters.
      </Paragraph>
    ),
    action: { label: 'Confirm address', url, showsUrl: true },
    footnote: `This link works once and expires in one hour. If you didn’t sign up for ${productName}, you can ignore this email.`,
  }),
  'reset-password': ({ url }) => ({
    subject: 'Choose a new password',
    preview: 'The link works for an hour. If you didn’t ask for it, nothing has changed.',
    title: 'Choose a new password',
    body: (
      <Paragraph>
        We received a request to reset the password of your {productName} account.
      </Paragraph>
    ),
    action: { label: 'Choose a new password', url, showsUrl: true },
    footnote:
      'This link works once and expires in one hour. If you didn’t ask for it, you can ignore this email: your password hasn’t changed.',
  }),
  'set-password': ({ url }) => ({
    subject: `Set a password for ${productName}`,
    preview: 'The link works for an hour, in a browser where you’re signed in.',
    title: `Set a password for ${productName}`,
    body: (
      <Paragraph>
        You asked to add a password to your {productName} account. You can still sign in with Google
        or Microsoft, and you stay signed in on your devices. Open the link in a browser where
        you’re signed in.
      </Paragraph>
    ),
    action: { label: 'Set a password', url, showsUrl: true },
    footnote:
      'This link works once and expires in one hour. If you didn’t ask for it, you can ignore this email: nothing changes.',
  }),
  'password-set': ({ url }) => ({
    subject: 'A password was added to your account',
    preview: 'If it was you, you’re all set. If not, choose a new one now.',
    title: 'A password was added to your account',
    body: (
      <Paragraph>
        A password was set for your {productName} account. If you set it yourself, you don’t need to
        do anything.
      </Paragraph>
    ),
    action: { label: 'This wasn’t me', url },
  }),
  'password-changed': ({ url }) => ({
    subject: 'Your password was changed',
    preview: 'If it was you, you’re all set. If not, choose a new one now.',
    title: 'Your password was changed',
    body: (
      <Paragraph>
        The password of your {productName} account was changed, and all other devices were signed
        out. If you changed it yourself, you don’t need to do anything.
      </Paragraph>
    ),
    action: { label: 'This wasn’t me', url },
  }),
  'second-factor-changed': ({ url }) => ({
    subject: 'Your two-step sign-in was changed',
    preview: 'If it was you, you’re all set. If not, choose a new password now.',
    title: 'Your two-step sign-in was changed',
    body: (
      <Paragraph>
        An authenticator app, a passkey or the recovery codes of your {productName} account were
        changed, and all other devices were signed out. If you changed them yourself, you don’t need
        to do anything.
      </Paragraph>
    ),
    action: { label: 'This wasn’t me', url },
    footnote:
      'If it wasn’t you, choose a new password first. Then sign in and look at “Two-step sign-in” in your account settings.',
  }),
  'sign-in-linked': ({ url }) => ({
    subject: 'A new way to sign in to your account',
    preview: 'If it was you, you’re all set. If not, unlink it now.',
    title: 'A new way to sign in to your account',
    body: (
      <Paragraph>
        A Google or Microsoft account was linked to your {productName} account. You can now sign in
        with it. If you linked it yourself, you don’t need to do anything.
      </Paragraph>
    ),
    action: { label: 'Review sign-in methods', url },
    footnote:
      'If it wasn’t you, unlink it in your account settings, then change your password there.',
  }),
  'address-taken': ({ url }) => ({
    subject: 'You already have an account',
    preview: `Someone tried to sign up for ${productName} with your address.`,
    title: 'You already have an account',
    body: (
      <Paragraph>
        Someone tried to sign up for {productName} with this address, but you already have an
        account. If it was you and you’ve forgotten your password, you can choose a new one.
      </Paragraph>
    ),
    action: { label: 'Choose a new password', url },
    footnote: 'If this wasn’t you, you can ignore this email: nothing has changed.',
  }),
  welcome: ({ url }) => ({
    subject: `Welcome to ${productName}`,
    preview: `Connect a mailbox and your ${trialDays} days of Pro begin. No card needed.`,
    title: `Welcome to ${productName}`,
    body: (
      <>
        <Paragraph>Good to have you. Connect a mailbox, and cold outreach waits outside.</Paragraph>
        <Bullets
          items={[
            `Connect Gmail or Outlook. We scan the first ${firstScanLimit} messages in your inbox, which takes a few minutes.`,
            `What we filter moves to a label or folder called ${productName}. Nothing is ever deleted, every decision comes with a reason, and one click puts an email back.`,
            'We never reply in your name before you’ve agreed to it.',
            `You have ${trialDays} days of Pro from the day you connect your first mailbox. After that you’re on Free Forever. No card needed.`,
          ]}
        />
      </>
    ),
    action: { label: 'Connect a mailbox', url },
    footnote: 'Questions? Write to us with the contact form on our website. A person reads it.',
  }),
}
