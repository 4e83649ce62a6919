import { productName } from '@doorman/domain/brand'
import { contactKeptDays } from '@doorman/domain/contact'
import { firstScanLimit, trialDays } from '@doorman/domain/plan'
import type { Site } from './site-shape.ts'

/**
 * Everything the public site asserts. An operator edits it here and nowhere
 * else; prices, limits and days come from `domain/plan`.
 */
export const site: Site = {
  description: `${productName} finds the sales pitches, recruiter and investor mail that spam filters miss, and takes them out of your Gmail or Outlook inbox.`,

  claims: {
    accuracy: '99.9%',
    professionals: '2,500+',
    coldEmailsPerDay: 20,
    secondsEach: 15,
    workingDaysPerMonth: 24,
    hoursPerMonth: 2,
    hoursPerYear: 24,
  },

  hero: {
    title: 'Cold outreach stays in the lobby.',
    lead: `${productName} finds the sales pitches, recruiter and investor mail that spam filters miss, and takes them out of your Gmail or Outlook inbox. Every decision has a reason. Every one can be undone.`,
    action: 'Sign up free',
    note: `${trialDays} days of Pro, no card. Nothing is ever deleted.`,
  },

  video: {
    title: `${productName} in thirty seconds`,
    mp4: '/video/doorman.mp4',
    webm: '/video/doorman.webm',
    poster: '/video/poster.avif',
    captions: '/video/captions.vtt',
    story: {
      filling: 'An inbox fills. 20 cold emails per day push what matters out of sight.',
      clock: '15 seconds each add up to 24 hours per year: the hand goes once round the clock.',
      phone: 'A phone silences three unknown callers. Your inbox should too.',
      sorting: `A line passes through the inbox. ${productName} says why a mail is cold and sets four aside; three remain. Nothing is deleted.`,
      metBefore:
        'One of the four, Elena Marsh, is no stranger. She answers ‘We’ve met before’, and her mail is back in the inbox.',
      ending: `${productName}. ${trialDays} days of Pro, no card. Nothing is ever deleted.`,
    },
  },

  howItWorks: {
    title: 'How It Works',
    lead: `Connect a mailbox. We look at its newest ${firstScanLimit} messages, move what is cold outreach, show you why, and stand at the door from then on. One click takes it all back.`,
    steps: [
      {
        title: 'Privacy protection',
        text: 'Colleagues, people you have written to and notices from services are left alone. In what remains, addresses, numbers and amounts are masked before anything is judged.',
      },
      {
        title: 'AI classification',
        text: 'A model reads the masked words the way you would: who is this, have they written before, what do they want? It gives a score, a kind, and its reasons.',
      },
      {
        title: 'Clean inbox',
        text: `Cold mail moves to a label called ${productName}, marked as read. What is left in the inbox was written to you, not to a list with you on it.`,
      },
    ],
  },

  tryIt: {
    title: 'Try it here',
    lead: 'Paste a mail you got, or pick one of ours. The model judges it in your own browser.',
    promise: 'Nothing you type here is sent anywhere.',
  },

  callers: {
    title: 'Your phone silences unknown callers. Your inbox should too.',
    text: [
      'Nobody misses the calls that never rang. Whoever matters leaves a message, or is in your contacts already.',
      `${productName} does the same for mail. Strangers with something to sell wait outside, quietly, where you can look at them whenever you like. Everybody you know walks straight in.`,
    ],
    silenced: [
      { caller: 'Unknown caller', mail: 'Quick question', from: 'brightlead.example' },
      { caller: 'Maybe: Sales', mail: 'Re: 10x your pipeline', from: 'northpeak.example' },
      { caller: 'No caller ID', mail: 'The perfect role for you', from: 'talentharbor.example' },
    ],
  },

  features: {
    title: 'What a good doorman does',
    items: [
      {
        icon: 'judge',
        title: 'AI filtering',
        text: 'Finds the pitch behind the friendly question: sales, recruiting, funding, guest posts, lead lists. In doubt, mail stays where it is.',
      },
      {
        icon: 'sort',
        title: 'Smart filtering',
        text: 'You decide what is unwelcome. Let recruiters in while you are looking, keep investors out while you are not, and trust whole domains.',
      },
      {
        icon: 'door',
        title: 'Legitimate contact override',
        text: 'Once you have agreed, a filtered sender gets one polite answer. If they reply ‘We’ve met before’, their message is back in your inbox, and they are let in from then on.',
      },
      {
        icon: 'mailboxes',
        title: 'Multiple accounts',
        text: 'Gmail and Outlook, work and private, side by side. One list of everything that was set aside, and one search over it.',
      },
    ],
  },

  testimonials: {
    title: 'Who stands behind the door',
    note: 'Six ordinary days, made up to show what changes.',
    items: [
      {
        kind: 'example',
        title: 'For a founder who gets 20 pitches a day',
        text: 'The inbox opens on customers and the team. The growth agencies are still there, in a folder, with the reason beside each one.',
      },
      {
        kind: 'example',
        title: 'For a head of engineering',
        text: 'Recruiters are one switch: out while the team is whole, in again the week somebody leaves.',
      },
      {
        kind: 'example',
        title: 'For a finance lead in closing week',
        text: 'Invoices, receipts and the bank are never judged at all. The ‘quick call about your spend’ is.',
      },
      {
        kind: 'example',
        title: 'For a partner at a law firm',
        text: 'Addresses, numbers and amounts are masked before a word is judged, and no mail is stored. That was the condition.',
      },
      {
        kind: 'example',
        title: 'For a consultant with four mailboxes',
        text: 'Two at Gmail, two at Outlook, one list of what was set aside. Friday’s review takes a minute.',
      },
      {
        kind: 'example',
        title: 'For an assistant who guards a calendar',
        text: '‘Just bumping this up’ no longer looks like an appointment somebody forgot.',
      },
    ],
  },

  founder: {
    name: 'Lena Hoffmann',
    role: `Founder of ${productName}`,
    photo: null,
    letter: [
      'I once answered a cold mail by mistake. I thought I had met its author at a conference; I had met his software. The next morning there were four more.',
      'Spam filters look for fraud, and these people are not frauds. They are polite, they are real, and they have bought a tool that writes to ten thousand inboxes as if each were the only one. That is a different problem, so we built a different filter: one that knows whom you know, says why it decided, and gives everything back when it was wrong.',
      'A doorman is not a wall. The ones who belong here always get in.',
    ],
    social: [
      { network: 'linkedin', url: 'https://www.linkedin.com/' },
      { network: 'x', url: 'https://x.com/' },
    ],
  },

  privacy: {
    title: 'Three layers between your mail and anybody’s model',
    layers: [
      {
        title: 'Most mail is never looked at',
        text: 'Internal emails and service notifications are skipped. So is everybody you have written to.',
      },
      {
        title: 'What is looked at is redacted first',
        text: 'Emails, phones, credit cards, social security numbers and dollar amounts are redacted before AI analysis.',
      },
      {
        title: 'What is judged is not kept',
        text: 'Our own model runs where we run. Where a second opinion is asked for, it goes through a zero-retention AI interface.',
      },
    ],
    note: `Free Forever is judged by our own model alone, so nothing leaves; cards, social security and account numbers are masked even there. Full redaction comes with Pro. We store sender, subject, date and message id of what was set aside, and never the content of a mail.`,
  },

  time: {
    title: 'A day a year, fifteen seconds at a time',
    perDay: 'cold emails per day',
    each: 'seconds each',
    perMonth: 'hours per month',
    perYear: 'hours per year',
  },

  pricing: {
    title: 'Pricing',
    lead: `Every account begins with ${trialDays} days of Pro, without a card. The trial starts when you connect your first mailbox. After it you are on Free Forever, and your data is kept.`,
  },

  faq: {
    title: 'Questions people ask at the door',
    items: [
      {
        question: 'Can I lose an important message?',
        answer: `Nothing is ever deleted. What ${productName} sets aside lies under a label in your own mailbox, marked as read, and in a list here with the reason. One click puts it back, unread, and its sender is let in from then on.`,
      },
      {
        question: 'How is this different from a spam filter?',
        answer:
          'Spam filters look for fraud and bulk. Cold outreach is neither: one real person writes, politely, to one real address, a thousand times over. We look at what the mail wants and whether you have ever had anything to do with its sender.',
      },
      {
        question: 'Do you read or store my mail?',
        answer:
          'A message passes through memory while it is judged and is kept nowhere. We store the sender, subject, date and message id of what was set aside, so that you can see it and put it back.',
      },
      {
        question: 'What does a filtered sender notice?',
        answer:
          'With smart responses on, one short automatic reply, at most once in 30 days, and never before you have agreed to it. On Pro it tells them how to get through: by answering ‘We’ve met before’. On Pro you can also switch it off and filter in silence.',
      },
      {
        question: 'How fast is it?',
        answer:
          'On Pro, Gmail and Outlook tell us of new mail and a pitch is gone within 60 seconds. On Free Forever we look once a day.',
      },
      {
        question: 'What happens when the trial ends?',
        answer: `After ${trialDays} days you drop to Free Forever by yourself: one mailbox, looked at once a day. Your other mailboxes, settings and lists are kept for the day you want them back. No card was asked for, so nothing can be charged.`,
      },
      {
        question: 'How do I leave?',
        answer:
          'Disconnect a mailbox, or delete the account under Account Settings. Your mail is where it always was: in your mailbox.',
      },
    ],
  },

  finalCall: {
    title: 'Somebody is at the door.',
    text: 'Let us see who it is.',
    action: 'Start your free trial',
  },

  contact: {
    title: 'Write to us',
    lead: 'Questions, doubts, a pitch that got past the door: a person reads it and answers by mail.',
    note: `We keep your message for ${contactKeptDays} days, to answer it. Then it is deleted.`,
  },
}
