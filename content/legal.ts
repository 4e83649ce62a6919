import { productName } from '@doorman/domain/brand'
import { contactKeptDays } from '@doorman/domain/contact'
import { minimumAge, trialDays } from '@doorman/domain/plan'

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
  updatedOn: '2026-11-15',
  sections: [
    {
      title: 'What we store',
      list: [
        'Your email address, a hash of your password, and your settings.',
        'Of every mailbox you connect: its address, and the permission that Google or Microsoft gave us.',
        'Of every filtered message its metadata: sender, subject, date and message id, with the reason for the decision. Of a message that was kept: only that it was decided, and why.',
        'If you subscribe: what you bought and when. Card numbers stay with our payment provider.',
      ],
    },
    {
      title: 'What we never store',
      paragraphs: [
        'The content of your mail. It passes through memory while a message is judged, and is kept nowhere: no table, no log, no backup.',
      ],
    },
    {
      title: 'How mail is judged',
      list: [
        'Internal emails and service notifications are skipped.',
        'Sensitive data (email addresses, phone numbers, credit cards, social security numbers and dollar amounts) is redacted before AI analysis.',
        'AI analysis uses a zero-retention interface. On Free Forever it is our own model alone, and nothing leaves our machines.',
      ],
    },
    {
      title: 'Access to your mailbox',
      paragraphs: [
        'You grant it at Google or Microsoft and can take it back there or here at any time. OAuth refresh tokens are encrypted with AES-256-GCM. We never see your mail password.',
        `What ${productName} receives from Google APIs it uses and passes on only as the Google API Services User Data Policy allows, including its Limited Use requirements: to filter your mail for you, never for advertising, never to train models for others. Nobody here reads your mail; our support sees metadata, and only when you ask for help.`,
      ],
    },
    {
      title: 'How long we keep it',
      list: [
        'Metadata is kept for up to 30 days after you delete it or your account.',
        'Payment records are kept for 7 years, because the law asks for it.',
        `What you write to us by the contact form is kept for ${contactKeptDays} days.`,
      ],
    },
    {
      title: 'Cookies',
      paragraphs: [
        'One that keeps you signed in and one that remembers whether the sidebar is open. Your choice of theme stays in your browser. A mail you try on our home page stays there too: it is judged by your own browser.',
        'Where we use tools that measure how people find us, they run only after you have said yes, never on pages with your mail. A third cookie remembers your answer for 180 days, and on this page you can change it. A browser that sends Global Privacy Control has said no.',
      ],
    },
    {
      title: 'Age',
      paragraphs: [`${productName} is for people who are at least ${minimumAge} years old.`],
    },
    {
      title: 'Your rights',
      paragraphs: [
        'You can see what was stored, correct it, and delete your account with everything in it under Account Settings. For anything else, write to us by the form on the home page.',
      ],
    },
  ],
}

/** Prices are put in by the page, which knows how to write them. */
export function toTermsOfService(prices: { perMonth: string; perYear: string }): LegalText {
  return {
    title: 'Terms of Service',
    description: `The agreement between you and ${productName}.`,
    updatedOn: '2026-11-15',
    sections: [
      {
        title: 'The service',
        paragraphs: [
          `${productName} looks for unsolicited outreach in the mailboxes you connect, moves it to a label or folder named ${productName} and marks it read. It deletes no message. It can be wrong; every decision is shown to you and can be undone.`,
        ],
      },
      {
        title: 'Your account',
        paragraphs: [
          `You must be at least ${minimumAge} years old, connect only mailboxes that are yours to connect, and keep your password to yourself.`,
        ],
      },
      {
        title: 'Plans',
        list: [
          'Free Forever costs nothing and looks after one email address.',
          `Pro costs ${prices.perMonth} per month or ${prices.perYear} per year and can be cancelled at any time; it then lasts to the end of what was paid for.`,
          `A ${trialDays}-day Pro trial starts when you connect your first account. It needs no card. Afterwards you are on Free Forever, and your data is kept.`,
        ],
      },
      {
        title: 'Mail in your name',
        paragraphs: [
          `Where smart responses are on, ${productName} answers a filtered sender once, from your own address. It does so only after you have agreed to it, and you can see every answer that was sent.`,
        ],
      },
      {
        title: 'Fair use',
        paragraphs: [
          'Do not try to break the service, to reach other people’s data, or to use it to send unsolicited mail.',
        ],
      },
      {
        title: 'Ending it',
        paragraphs: [
          'You can delete your account at any time under Account Settings. What is kept afterwards, and for how long, is written in the Privacy Policy. We may end an account that breaks these terms, and say so first.',
        ],
      },
      {
        title: 'Warranty',
        paragraphs: [
          'The service is provided as it is. Where the law allows it, we are not liable for damage from a message that was judged wrongly; it is still in your mailbox.',
        ],
      },
      {
        title: 'Changes',
        paragraphs: [
          'When these terms change in a way that matters, we write to you before they do. The date above says when they last did.',
        ],
      },
    ],
  }
}
