/**
 * What speaks for or against cold outreach in a mail, as people are told. A
 * closed vocabulary: a signal never quotes the mail.
 */
export const signals = {
  // What strangers with something to sell do.
  'asks-for-a-call': 'Asks for a call or a meeting',
  'asks-who-is-responsible': 'Asks who is responsible',
  'introduces-itself': 'Introduces itself or its company',
  'offers-a-service': 'Offers a product or service',
  'promises-results': 'Promises results or savings',
  'names-clients': 'Names other clients',
  'has-studied-you': 'Says it came across you or your company',
  flatters: 'Flatters',
  bumps: 'Follows up on a mail that was not answered',
  'offers-a-way-out': 'Offers a way to opt out',
  'denies-selling': 'Says that it is not selling',
  'offers-something-free': 'Offers something free or without obligation',
  'creates-urgency': 'Creates urgency',
  recruits: 'Offers a job',
  'sells-staff': 'Offers people for hire',
  'offers-capital': 'Offers capital or credit',
  'wants-to-buy-the-company': 'Wants to buy or broker the company',
  'seeks-investment': 'Seeks an investment',
  'pitches-a-story': 'Pitches a story or a guest',
  'wants-a-link': 'Wants a link or a post',
  'sells-visibility': 'Sells an award, a stage or a stand',
  'sells-contacts': 'Sells contacts or leads',
  'seeks-a-partnership': 'Seeks a partnership',
  'addresses-nobody': 'Addresses nobody in particular',
  'worded-like-outreach': 'Is worded like cold outreach',
  // What people with a reason do.
  'about-an-order': 'Is about an order, an invoice or a case',
  'continues-a-conversation': 'Continues a conversation',
  'asks-to-buy': 'Asks what you offer, or what it costs',
  applies: 'Applies for something, or answers an application',
  'introduces-others': 'Introduces people to one another',
  'arranges-something': 'Arranges an appointment or a visit',
  'reports-a-problem': 'Reports a problem',
  'works-together': 'Is about common work',
  'is-personal': 'Is personal',
  'is-official': 'Is official or legal',
  'asks-for-advice': 'Asks for advice or an interview',
  'worded-like-ordinary-mail': 'Is worded like ordinary mail',
  // What the envelope tells.
  'names-your-company': 'Mentions your company by name',
  'names-its-own-company': 'Mentions the sender’s own company',
  'pretends-to-reply': 'Pretends to be a reply or a forward',
  'writes-in-bulk': 'Carries marks of bulk mail',
  'writes-privately': 'Comes from a private address',
  'answers-go-elsewhere': 'Wants answers at another address',
  'wrote-before-unanswered': 'Comes from somebody whose earlier mail you did not answer',
  'writes-often': 'Comes from somebody who has often written to you',
  'first-contact': 'Comes from somebody you have never written to',
} as const

export type Signal = keyof typeof signals
