import { productName } from '@doorman/domain/brand'
import { contactRetentionDays } from '@doorman/domain/site/contact'
import { minimumAge, trialDays } from '@doorman/domain/plans/plan'

export type LegalText = {
  readonly title: string
  readonly description: string
  readonly updatedOn: string
  readonly sections: readonly {
    readonly title: string
    readonly paragraphs?: readonly string[]
    readonly list?: readonly string[]
  }[]
}

export const privacyPolicy: LegalText = {
  title: 'Privacy Policy',
  description: `What ${productName} stores, for how long, and what it never keeps.`,
  updatedOn: '2026-11-17',
  sections: [
    {
      title: 'What we store',
      list: [
        'Your email address, a hash of your password, and your settings.',
        'If you sign in with Google or Microsoft: the ID of that account, and its address as yours. Signing in gives us no access to your mail.',
        'For each mailbox you connect: its address, and the permission that Google or Microsoft gave us.',
        'For each filtered message, its metadata: sender, subject, date and message ID, with the reason for the decision. For a message that stayed in the inbox: only that it was checked, and why it stayed.',
        'Who you write to, so that we don’t filter people you know: hashes of the addresses, domains and message IDs of your sent emails, with dates and counts. Each mailbox has its own secret key for them. The addresses themselves aren’t stored.',
        'If you subscribe: what you bought and when. Card numbers stay with our payment provider.',
        'The weekly report that we email you names senders and subjects of filtered messages. You can switch it off in Account Settings or by a link in the report.',
      ],
    },
    {
      title: 'What we never store',
      paragraphs: [
        'The content of your email. It passes through memory while a message is judged and isn’t kept anywhere: not in a table, a log or a backup.',
      ],
    },
    {
      title: 'How email is judged',
      list: [
        'Internal emails and service notifications are skipped.',
        'Sensitive data (email addresses, phone numbers, credit cards, social security numbers and dollar amounts) is redacted before AI analysis.',
        'AI analysis uses a zero-retention interface. On Free Forever it is our own model alone, and nothing leaves our machines.',
      ],
    },
    {
      title: 'Access to your mailbox',
      paragraphs: [
        'You grant it at Google or Microsoft, and you can withdraw it there or here at any time. OAuth refresh tokens are encrypted with AES-256-GCM. We never see the password of your mailbox.',
        `${productName}’s use and transfer of information received from Google APIs adheres to the Google API Services User Data Policy, including the Limited Use requirements. We use it to filter your mail for you, never for advertising and never to train models for others. We read your email only if you ask us to help, to look into abuse, or if the law requires it.`,
      ],
    },
    {
      title: 'When we help you',
      paragraphs: [
        'Our support can view the app as you see it, previews of filtered emails included, to help you or to look into abuse. A view lasts an hour at most, and every step is recorded. It can’t be used to change your password or address, pay, connect a mailbox, or export your data.',
      ],
    },
    {
      title: 'How long we keep it',
      list: [
        'Metadata is kept for up to 30 days after you delete it or your account.',
        'Hashes of who you write to are deleted when you disconnect the mailbox, those of message IDs after 400 days.',
        'Payment records are kept for 7 years, as the law requires.',
        `Messages from the contact form are kept for ${contactRetentionDays} days.`,
      ],
    },
    {
      title: 'Cookies',
      paragraphs: [
        'One cookie keeps you signed in, and one remembers whether the sidebar is open. A third tells us that you’ve signed in on this device before, so that someone who guesses passwords can’t lock you out. It contains a random number, lasts a year from your last sign-in and becomes invalid when you change your password. Your theme is stored in your browser. An email you try on our home page never leaves your browser, which judges it.',
        'If we use tools that measure how people find us, they run only after you say yes, and never on pages that show your email. A fourth cookie remembers your answer for 180 days, and you can change it on this page. If your browser sends Global Privacy Control, we take that as a no.',
      ],
    },
    {
      title: 'Age',
      paragraphs: [`${productName} is for people who are at least ${minimumAge} years old.`],
    },
    {
      title: 'Your rights',
      paragraphs: [
        'You can download everything that’s stored about you, correct it, and delete your account with everything in it in Account Settings. For anything else, use the contact form on the home page.',
      ],
    },
  ],
}

/** The page formats the prices and passes them in. */
export function toTermsOfService(prices: { perMonth: string; perYear: string }): LegalText {
  return {
    title: 'Terms of Service',
    description: `The agreement between you and ${productName}.`,
    updatedOn: '2026-11-17',
    sections: [
      {
        title: 'The service',
        paragraphs: [
          `${productName} looks for unsolicited outreach in the mailboxes you connect, moves it to a label or folder named ${productName} and marks it as read. It never deletes a message. It can be wrong: you can see and undo every decision.`,
        ],
      },
      {
        title: 'Your account',
        paragraphs: [
          `You must be at least ${minimumAge} years old, connect only mailboxes you’re entitled to connect, and keep your password to yourself.`,
        ],
      },
      {
        title: 'Plans',
        list: [
          'Free Forever costs nothing and covers one email address.',
          `Pro costs ${prices.perMonth} per month or ${prices.perYear} per year. You can cancel at any time, and it lasts until the end of the period you paid for.`,
          `A ${trialDays}-day Pro trial starts when you connect your first account. It needs no card. After that you move to Free Forever, and your data is kept.`,
        ],
      },
      {
        title: 'Email in your name',
        paragraphs: [
          `If smart responses are on, ${productName} replies to a filtered sender once, from your own address. It does so only after you’ve agreed, and you can see every reply that was sent.`,
        ],
      },
      {
        title: 'Fair use',
        paragraphs: [
          'Don’t try to break the service, reach other people’s data, or use it to send unsolicited email.',
        ],
      },
      {
        title: 'Closing your account',
        paragraphs: [
          'You can delete your account at any time in Account Settings. The Privacy Policy says what’s kept afterwards and for how long. We may close an account that breaks these terms, and we’ll tell you first.',
        ],
      },
      {
        title: 'Warranty',
        paragraphs: [
          'The service is provided as is. Where the law allows, we aren’t liable for damage caused by a message that was judged wrongly; it’s still in your mailbox.',
        ],
      },
      {
        title: 'Changes',
        paragraphs: [
          'If we change these terms in a way that matters, we’ll write to you first. The date above says when they last changed.',
        ],
      },
    ],
  }
}
