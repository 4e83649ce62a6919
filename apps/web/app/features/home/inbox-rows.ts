export type InboxRow = {
  readonly from: string
  readonly subject: string
  /** Why the email is set aside, and with what confidence; `null` if it stays. */
  readonly cold: { readonly percent: number; readonly reason: string } | null
  /** How many rows the email moves down. A class, because the CSP forbids style attributes. */
  readonly shift: string
}

/** Seven invented emails in their final order: those that stay, then those that are set aside. */
export const inboxRows: readonly InboxRow[] = [
  {
    from: 'Mira Olsen',
    subject: 'Contract, signed copy attached',
    cold: null,
    shift: '[--shift:1]',
  },
  {
    from: 'Jonas, Accounting',
    subject: 'Two invoices need your approval',
    cold: null,
    shift: '[--shift:2]',
  },
  {
    from: 'Dr. Patel’s practice',
    subject: 'Your appointment on Thursday',
    cold: null,
    shift: '[--shift:3]',
  },
  {
    from: 'Brightlead',
    subject: 'Quick question',
    cold: { percent: 98, reason: 'asks for a call, no prior thread' },
    shift: '[--shift:-3]',
  },
  {
    from: 'Talent Harbor',
    subject: 'The perfect role for you',
    cold: { percent: 96, reason: 'recruiter, first contact' },
    shift: '[--shift:-2]',
  },
  {
    from: 'NorthPeak Growth',
    subject: 'Re: 10x your pipeline',
    cold: { percent: 99, reason: 'pretends to reply, no earlier mail' },
    shift: '[--shift:-1]',
  },
  {
    from: 'Summit Ventures',
    subject: 'Growth capital, no strings',
    cold: { percent: 97, reason: 'offers capital, sent in bulk' },
    shift: '[--shift:0]',
  },
]
