import { site } from '@doorman/content/site'
import { inboxRows } from '../app/features/home/inbox-rows.ts'

/** When each chapter of the story starts, in seconds, and when the last one ends. */
export const chapters = {
  filling: 0,
  clock: 4.9,
  phone: 8.7,
  sorting: 12.3,
  metBefore: 20.2,
  ending: 25.2,
  over: 30,
} as const satisfies Record<keyof typeof site.video.story | 'over', number>

export type Email = { readonly from: string; readonly subject: string }
export type ColdEmail = Email & { readonly percent: number; readonly reason: string }

export const keptEmails: readonly Email[] = inboxRows.filter(({ cold }) => cold === null)

/** The filter wrongly takes her for a stranger. */
export const acquaintance: ColdEmail = {
  from: 'Elena Marsh',
  subject: 'Coffee next week?',
  percent: 91,
  reason: 'asks to meet, no prior thread',
}

export const coldEmails: readonly ColdEmail[] = [
  ...inboxRows
    .flatMap(({ from, subject, cold }) => (cold ? [{ from, subject, ...cold }] : []))
    .slice(0, 3),
  acquaintance,
]

/** As many as `site.video.figures.coldEmailsPerDay`. */
export const pitches: readonly Email[] = [
  { from: 'Tyler, Growth', subject: 'Quick question' },
  { from: 'Ashley, Outreach', subject: 'Loved your website' },
  { from: 'Brandon', subject: '15 minutes on Tuesday?' },
  { from: 'Lead Desk', subject: 'More demos by Friday' },
  { from: 'Kirsten, Talent', subject: 'The perfect role for you' },
  { from: 'Marcus', subject: 'Re: our conversation' },
  { from: 'Partner Team', subject: 'A fit for both of us' },
  { from: 'Chloe, Agency', subject: 'Your traffic, tripled' },
  { from: 'Damian', subject: 'Bumping this up' },
  { from: 'Capital Desk', subject: 'Growth capital, no strings' },
  { from: 'Ravi, Offshore', subject: 'Developers from $19' },
  { from: 'Nadine', subject: 'Any thoughts?' },
  { from: 'Events Team', subject: 'You are nominated' },
  { from: 'Jake, Growth', subject: 'Did you see this?' },
  { from: 'List Broker', subject: '50,000 contacts' },
  { from: 'Sofia', subject: 'Wrong person?' },
  { from: 'Guest Posts', subject: 'An article for your blog' },
  { from: 'Trevor', subject: 'Can I send a deck?' },
  { from: 'Helen, Staffing', subject: 'Three candidates' },
  { from: 'Tyler, Growth', subject: 'One last try' },
].slice(0, site.video.figures.coldEmailsPerDay)
