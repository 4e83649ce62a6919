import { productName } from '@doorman/domain/brand'
import type { AddressEmail } from '../notify.ts'
import { Paragraph, Stranger } from './parts.tsx'
import type { Template } from './template.ts'

const addressLength = 254
const linkNote = 'This link works once and expires in 24 hours.'

/** Emails about a change of the user's address, by kind. */
export const addressEmails: Readonly<
  Record<AddressEmail['kind'], (email: AddressEmail) => Template>
> = {
  'confirm-old-address': ({ url, newAddress }) => ({
    subject: 'Confirm the change of your email address',
    preview: 'Your address changes once you’ve confirmed it here and at the new one.',
    title: 'Change your email address?',
    body: (
      <Paragraph>
        You asked to use <Stranger text={newAddress} max={addressLength} /> for your {productName}{' '}
        account from now on. Please confirm it here, and with the link we’ve sent to the new
        address.
      </Paragraph>
    ),
    action: { label: 'Confirm the change', url, showsUrl: true },
    footnote: `${linkNote} If you didn’t ask for this, don’t open it: your address stays the same. Someone knows your password, though, so please change it.`,
  }),
  'confirm-new-address': ({ url }) => ({
    subject: 'Confirm your new email address',
    preview: 'Your address changes once you’ve confirmed it here and at the old one.',
    title: 'Confirm your new address',
    body: (
      <Paragraph>
        You asked to use this address for your {productName} account. Please confirm that it’s
        yours. We’ve sent a second link to your current address, and the change happens once you’ve
        confirmed both.
      </Paragraph>
    ),
    action: { label: 'Confirm address', url, showsUrl: true },
    footnote: `${linkNote} If you don’t have a ${productName} account, you can ignore this email.`,
  }),
  'address-changed': ({ url, newAddress }) => ({
    subject: 'Your email address was changed',
    preview: `From now on, we’ll write to the new one. This is our last email here.`,
    title: 'Your address was changed',
    body: (
      <Paragraph>
        You now sign in to {productName} with <Stranger text={newAddress} max={addressLength} />,
        and we’ll write to you there. The change was confirmed from both addresses.
      </Paragraph>
    ),
    action: { label: 'This wasn’t me', url },
  }),
}
