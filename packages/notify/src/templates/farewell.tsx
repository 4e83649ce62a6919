import { productName } from '@doorman/domain/brand'
import type { Farewell } from '../notify.ts'
import { Bullets, Paragraph, Subheading } from './parts.tsx'
import type { Template } from './template.ts'

/** What was deleted, and what is kept and why. */
export function farewell({ url, deletedBy }: Farewell): Template {
  const isByUser = deletedBy === 'user'
  return {
    subject: `Your ${productName} account was deleted`,
    preview: 'What’s gone, and the little that we have to keep for a while.',
    title: 'Your account is deleted',
    body: (
      <>
        <Paragraph>
          {isByUser
            ? `You deleted your ${productName} account, and we’ve signed you out everywhere.`
            : `We deleted your ${productName} account. If you don’t know why, please write to us with the contact form on our website.`}
        </Paragraph>
        <Subheading>What’s gone</Subheading>
        <Bullets
          items={[
            'Your address, your password, your settings and everything that we’d learned from you.',
            'Our access to your mailboxes, and every record of the emails we’ve screened.',
            'Your subscription, if you had one. You won’t be charged again.',
          ]}
        />
        <Subheading>What stays</Subheading>
        <Bullets
          items={[
            `Emails that we’d set aside stay in your own mailbox, in the label or folder ${productName}.`,
            'Records of payments, for 7 years, because tax law requires it. They’re kept under a number that doesn’t identify you.',
            'Backups, for up to 30 days. Then they’re deleted, too.',
            'Messages that you sent us with the contact form, for up to 90 days.',
            'The random id of your account, so that nothing is recreated, and the audit log’s entries about it.',
          ]}
        />
      </>
    ),
    action: { label: 'Read our privacy policy', url },
    footnote: 'This is the last email you’ll get from us. We didn’t store your address to send it.',
  }
}
