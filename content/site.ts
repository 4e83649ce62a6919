import { productName } from '@doorman/domain/brand'
import { contactRetentionDays } from '@doorman/domain/site/contact'
import { firstScanLimit, trialDays } from '@doorman/domain/plans/plan'
import type { ClaimNote, Site } from './site-shape.ts'

const timeNote: ClaimNote = {
  text: 'An estimate: 20 × 15 seconds is 5 minutes a day, or 2 hours in a month of 24 working days. Your dashboard counts the emails in your own inbox.',
  links: [],
}

/**
 * The texts and claims of the public site, for an operator to edit. Prices, limits and trial days
 * come from `@doorman/domain/plans/plan`.
 */
export const site: Site = {
  description: `${productName} catches the sales pitches, recruiter emails and investor emails that spam filters miss, and moves them out of your Gmail or Outlook inbox.`,

  claims: {
    accuracy: {
      figure: '99.9%',
      label: 'accuracy',
      note: {
        text: `Our target: of 1,000 emails that reach a connected inbox, 999 stay where ${productName} left them, neither restored nor reported, counted over 30 days in all mailboxes on Pro. The local model alone does worse on test emails, and we publish that too:`,
        links: [
          { label: 'Model card', href: '/accuracy' },
          { label: 'What it still gets wrong', href: '/blog/what-our-filter-still-gets-wrong' },
        ],
      },
    },
    professionals: {
      figure: '2,500+',
      label: 'professionals',
      note: {
        text: 'Our target: users with at least one connected mailbox, counted on the last day of each month.',
        links: [],
      },
    },
    coldEmailsPerDay: { figure: '20', label: 'cold emails per day', note: timeNote },
    secondsEach: { figure: '15', label: 'seconds each', note: timeNote },
    hoursPerMonth: { figure: '2', label: 'hours per month', note: timeNote },
    hoursPerYear: { figure: '24', label: 'hours per year', note: timeNote },
  },

  hero: {
    title: 'Cold outreach stays in the lobby.',
    lead: `${productName} catches the sales pitches, recruiter emails and investor emails that spam filters miss, and moves them out of your Gmail or Outlook inbox. Every decision comes with a reason, and you can undo any of them.`,
    action: 'Sign up free',
    note: `${trialDays} days of Pro, no card. Nothing is ever deleted.`,
  },

  video: {
    title: `${productName} in thirty seconds`,
    mp4: '/video/doorman.mp4',
    webm: '/video/doorman.webm',
    poster: '/video/poster.avif',
    captions: '/video/captions.vtt',
    figures: { coldEmailsPerDay: 20, secondsEach: 15, hoursPerYear: 24 },
    story: {
      filling: 'An inbox fills up. 20 cold emails per day push what matters out of sight.',
      clock: '15 seconds each add up to 24 hours per year: the hand goes once around the clock.',
      phone: 'A phone silences three unknown callers. Your inbox should too.',
      sorting: `A line sweeps through the inbox. ${productName} says why an email is cold and sets four aside. Three stay. Nothing is deleted.`,
      metBefore:
        'One of the four, Elena Marsh, isn’t a stranger. She replies ‘We’ve met before’, and her email is back in the inbox.',
      ending: `${productName}. ${trialDays} days of Pro, no card. Nothing is ever deleted.`,
    },
  },

  appPicture: {
    alt: 'The list of filtered emails in the app: sender, subject, the kind of pitch, and the reason for each.',
    caption: 'Every cold email, with the reason. One click puts it back.',
  },

  howItWorks: {
    title: 'How It Works',
    lead: `Connect a mailbox. We scan the first ${firstScanLimit} messages in its inbox, move the cold outreach out, show you why, and keep watch from then on. One click puts everything back.`,
    steps: [
      {
        title: 'Privacy protection',
        text: 'We skip colleagues, people you’ve written to and notifications from services. In everything else, addresses, numbers and amounts are masked before anything is judged.',
      },
      {
        title: 'AI classification',
        text: 'A model reads the masked text the way you would. Who is this? Have they written before? What do they want? It gives a score, a category and its reasons.',
      },
      {
        title: 'Clean inbox',
        text: `Cold emails move to a label called ${productName}, marked as read. What’s left in your inbox was written to you, not to a list you happen to be on.`,
      },
    ],
  },

  tryIt: {
    title: 'Try it here',
    lead: 'Paste an email you received, or pick one of ours. The model judges it right here, in your browser.',
    promise: 'Nothing you type here is sent anywhere.',
    invitation: `Let ${productName} do this for your inbox`,
  },

  callers: {
    title: 'Your phone silences unknown callers. Your inbox should too.',
    text: [
      'You don’t miss the calls that never rang. Anyone who matters leaves a message, or is already in your contacts.',
      `${productName} does the same for email. Strangers with something to sell wait outside, quietly, and you can check on them whenever you like. Everyone you know walks straight in.`,
    ],
    silenced: [
      { caller: 'Unknown caller', email: 'Quick question', from: 'brightlead.example' },
      { caller: 'Maybe: Sales', email: 'Re: 10x your pipeline', from: 'northpeak.example' },
      { caller: 'No caller ID', email: 'The perfect role for you', from: 'talentharbor.example' },
    ],
  },

  features: {
    title: 'What a good doorman does',
    items: [
      {
        icon: 'judge',
        title: 'AI filtering',
        text: 'Spots the pitch behind the friendly question: sales, recruiting, funding, guest posts, lead lists. When it isn’t sure, the email stays put.',
      },
      {
        icon: 'sort',
        title: 'Smart filtering',
        text: 'You decide what’s unwelcome. Let recruiters in while you’re looking, keep investors out while you’re not raising, and trust whole domains.',
      },
      {
        icon: 'door',
        title: 'Legitimate contact override',
        text: 'Once you agree, a filtered sender gets one polite reply. If they answer ‘We’ve met before’, their message returns to your inbox and they’re let in from then on.',
      },
      {
        icon: 'mailboxes',
        title: 'Multiple accounts',
        text: 'Gmail and Outlook, work and personal, side by side. One list of everything that was set aside, and one search across it.',
      },
    ],
  },

  testimonials: {
    title: 'Who it’s for',
    note: 'Six typical days, made up to show what changes.',
    items: [
      {
        kind: 'example',
        title: 'For a founder who gets 20 pitches a day',
        text: 'The inbox opens on customers and the team. The growth agencies are still there, in a folder, each with the reason next to it.',
      },
      {
        kind: 'example',
        title: 'For a head of engineering',
        text: 'Recruiters are a single switch: out while the team is complete, back in the week someone leaves.',
      },
      {
        kind: 'example',
        title: 'For a finance lead in closing week',
        text: 'Invoices, receipts and bank notices are never judged at all. The ‘quick call about your spend’ is.',
      },
      {
        kind: 'example',
        title: 'For a partner at a law firm',
        text: 'Addresses, numbers and amounts are masked before a word is judged, and no email is stored. That was the condition.',
      },
      {
        kind: 'example',
        title: 'For a consultant with four mailboxes',
        text: 'Two at Gmail, two at Outlook, one list of what was set aside. The Friday review takes a minute.',
      },
      {
        kind: 'example',
        title: 'For an assistant who guards a calendar',
        text: '‘Just bumping this up’ no longer looks like an appointment someone forgot.',
      },
    ],
  },

  founder: {
    name: 'Lena Hoffmann',
    role: `Founder of ${productName}`,
    photo: null,
    paragraphs: [
      'I once answered a cold email by mistake. I thought I’d met the sender at a conference; I’d met his software. The next morning there were four more.',
      'Spam filters look for fraud, and these people aren’t frauds. They’re polite, they’re real, and they’ve bought a tool that writes to ten thousand inboxes as if each were the only one. That’s a different problem, so we built a different filter: one that knows who you know, says why it decided, and gives everything back when it’s wrong.',
      'A doorman is not a wall. The people who belong here always get in.',
    ],
    social: [{ network: 'feed', url: '/blog/rss.xml' }],
  },

  privacy: {
    title: 'Three layers between your email and anyone’s model',
    layers: [
      {
        title: 'Most email is never looked at',
        text: 'Internal emails and service notifications are skipped. So is everyone you’ve written to.',
      },
      {
        title: 'What we look at is redacted first',
        text: 'Emails, phones, credit cards, social security numbers and dollar amounts are redacted before AI analysis.',
      },
      {
        title: 'What we judge isn’t kept',
        text: 'Our own model runs on our own machines. When we ask for a second opinion, it goes through a zero-retention AI interface.',
      },
    ],
    note: `On Free Forever only our own model judges, so nothing leaves our machines. Card, social security and account numbers are masked even there; full redaction comes with Pro. For emails that were set aside we store the sender, subject, date and message ID, and never the content.`,
  },

  time: {
    title: 'A day a year, fifteen seconds at a time',
  },

  pricing: {
    title: 'Pricing',
    lead: `Every account starts with ${trialDays} days of Pro, no card needed. The trial begins when you connect your first mailbox. After that you move to Free Forever, and your data is kept.`,
  },

  faq: {
    title: 'Questions people ask at the door',
    items: [
      {
        question: 'Can I lose an important message?',
        answer: `Nothing is ever deleted. What ${productName} sets aside stays in your own mailbox, under a label and marked as read, and shows up in a list here with the reason. One click puts it back, unread, and its sender is let in from then on.`,
      },
      {
        question: 'How is this different from a spam filter?',
        answer:
          'Spam filters look for fraud and bulk. Cold outreach is neither: a real person writes politely to a real address, a thousand times over. We look at what the email wants and whether you’ve ever dealt with its sender.',
      },
      {
        question: 'Which languages does it understand?',
        answer:
          'English best, and German, French, Spanish, Portuguese, Italian, Dutch, Polish, Czech, Swedish, Danish and Russian well enough to move what it’s sure of. In any other language, we never move an email because of its words alone.',
      },
      {
        question: 'Do you read or store my email?',
        answer:
          'A message passes through memory while it’s judged and isn’t kept anywhere. For emails that were set aside we store the sender, subject, date and message ID, so that you can see them and put them back.',
      },
      {
        question: 'What does a filtered sender see?',
        answer:
          'With smart responses on, one short automatic reply, at most once every 30 days, and never before you’ve agreed to it. On Pro it tells them how to get through: by replying ‘We’ve met before’. On Pro you can also turn it off and filter silently.',
      },
      {
        question: 'How fast is it?',
        answer:
          'On Pro, Gmail and Outlook notify us of new mail, and a pitch is gone within 60 seconds. On Free Forever we check once a day.',
      },
      {
        question: 'What happens when the trial ends?',
        answer: `After ${trialDays} days you move to Free Forever automatically: one mailbox, checked once a day. Your other mailboxes, settings and lists are kept in case you want them back. We never asked for a card, so we can’t charge you.`,
      },
      {
        question: 'How do I leave?',
        answer:
          'Disconnect a mailbox, or delete your account in Account Settings. Your email is where it’s always been: in your mailbox.',
      },
    ],
  },

  finalCall: {
    title: 'Someone’s at the door.',
    text: 'Let’s see who it is.',
    action: 'Start your free trial',
  },

  accuracy: {
    title: 'How accurate is it?',
    description: `What ${productName}’s local model catches, what it gets wrong, and how both are measured.`,
    article: {
      label: 'Why we publish our misses: how to read a model card',
      href: '/blog/why-we-publish-our-misses',
    },
    lead: 'This is the model card of our local model: the part of the filter that reads an email when no rule has already kept it, before any other model is asked. A program writes the card from test emails, and we publish it as it is.',
  },

  contact: {
    title: 'Get in touch',
    lead: 'Questions, doubts, a pitch that got past the door: a person reads your message and replies by email.',
    note: `We keep your message for ${contactRetentionDays} days so that we can reply, then delete it.`,
  },
}
