/**
 * Evidence for or against cold outreach, with the words people read. A closed vocabulary: a signal
 * never quotes the message. The model file names its features by these keys.
 */
export const signals = {
  // Typical of cold outreach.
  'asks-for-a-call': 'Asks for a call or a meeting',
  'asks-who-is-responsible': 'Asks who is responsible',
  'introduces-itself': 'Introduces itself or its company',
  'offers-a-service': 'Offers a product or service',
  'promises-results': 'Promises results or savings',
  'names-clients': 'Names other clients',
  'has-studied-you': 'Says it came across you or your company',
  flatters: 'Flatters you',
  bumps: 'Follows up on an email that wasn’t answered',
  'offers-a-way-out': 'Offers a way to opt out',
  'denies-selling': 'Says it isn’t selling anything',
  'offers-something-free': 'Offers something free or with no obligation',
  'creates-urgency': 'Creates urgency',
  recruits: 'Offers a job',
  'sells-staff': 'Offers people for hire',
  'offers-capital': 'Offers capital or credit',
  'wants-to-buy-the-company': 'Wants to buy or broker your company',
  'seeks-investment': 'Seeks an investment',
  'pitches-a-story': 'Pitches a story or a guest',
  'wants-a-link': 'Asks for a link or a guest post',
  'sells-visibility': 'Sells an award, a speaking slot or a booth',
  'sells-contacts': 'Sells contacts or leads',
  'seeks-a-partnership': 'Seeks a partnership',
  'addresses-nobody': 'Isn’t addressed to anyone in particular',
  'worded-like-outreach': 'Is worded like cold outreach',
  // Typical of ordinary email.
  'about-an-order': 'Is about an order, an invoice or a case',
  'continues-a-conversation': 'Continues a conversation',
  'asks-to-buy': 'Asks what you offer, or what it costs',
  applies: 'Is about an application',
  'introduces-others': 'Introduces people to each other',
  'arranges-something': 'Arranges an appointment or a visit',
  'reports-a-problem': 'Reports a problem',
  'works-together': 'Is about work you share',
  'is-personal': 'Is personal',
  'is-official': 'Is official or legal',
  'asks-for-advice': 'Asks for advice or an interview',
  'worded-like-ordinary-mail': 'Is worded like ordinary email',
  // From addresses, headers and the mailbox.
  'names-your-company': 'Mentions your company by name',
  'names-its-own-company': 'Mentions the sender’s own company',
  'pretends-to-reply': 'Pretends to be a reply or a forward',
  'writes-in-bulk': 'Was sent in bulk',
  'writes-privately': 'Comes from a personal address',
  'answers-go-elsewhere': 'Asks for replies at another address',
  'wrote-before-unanswered': 'Comes from someone whose earlier emails you didn’t answer',
  'writes-often': 'Comes from someone who often emails you',
  'first-contact': 'Comes from someone you’ve never emailed',
  'known-organisation': 'Comes from an organisation you’ve emailed',
  'contact-form': 'Came through a contact form',
} as const

export type Signal = keyof typeof signals
