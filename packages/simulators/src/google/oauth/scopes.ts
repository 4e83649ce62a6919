/**
 * Each scope with its text on the consent page. `null`: part of signing in, so the user cannot
 * untick it.
 */
export const scopes = {
  openid: null,
  'https://www.googleapis.com/auth/userinfo.email': null,
  'https://www.googleapis.com/auth/gmail.labels': 'See and edit your email labels',
  'https://www.googleapis.com/auth/gmail.send': 'Send email on your behalf',
  'https://www.googleapis.com/auth/gmail.metadata':
    'View your email message metadata such as labels and headers, but not the email body',
  'https://www.googleapis.com/auth/gmail.readonly': 'View your email messages and settings',
  'https://www.googleapis.com/auth/gmail.compose': 'Manage drafts and send emails',
  'https://www.googleapis.com/auth/gmail.insert': 'Add emails into your Gmail mailbox',
  'https://www.googleapis.com/auth/gmail.modify':
    'Read, compose, and send emails from your Gmail account',
  'https://www.googleapis.com/auth/gmail.settings.basic':
    'See, edit, create, or change your email settings and filters in Gmail',
  'https://mail.google.com/':
    'Read, compose, send, and permanently delete all your email from Gmail',
} as const satisfies Readonly<Record<string, string | null>>

export type Scope = keyof typeof scopes

/**
 * `email` is short for a URL, and Google responds with the URL
 * (https://developers.google.com/identity/protocols/oauth2/scopes#openid-connect).
 */
export function findScope(name: string): Scope | null {
  if (name === 'email') return 'https://www.googleapis.com/auth/userinfo.email'
  return isScope(name) ? name : null
}

function isScope(name: string): name is Scope {
  return Object.hasOwn(scopes, name)
}

export function isForSignIn(scope: Scope): boolean {
  return scopes[scope] === null
}

const gmail = 'https://www.googleapis.com/auth/gmail'

const everything = 'https://mail.google.com/'
const modify = `${gmail}.modify` as const
const readonly = `${gmail}.readonly` as const
export const metadata = `${gmail}.metadata` as const
const compose = `${gmail}.compose` as const
const send = `${gmail}.send` as const
const insert = `${gmail}.insert` as const
const labels = `${gmail}.labels` as const
const settings = `${gmail}.settings.basic` as const

/**
 * The scopes that allow each kind of call, from "Authorization scopes" on each method's page
 * (https://developers.google.com/workspace/gmail/api/reference/rest).
 */
export const scopesFor = {
  profile: [everything, modify, compose, readonly, metadata],
  reading: [everything, modify, readonly, metadata],
  attachments: [everything, modify, readonly],
  modifying: [everything, modify],
  importing: [everything, modify, insert],
  sending: [everything, modify, compose, send],
  readingDrafts: [everything, modify, compose, readonly],
  drafting: [everything, modify, compose],
  listingLabels: [everything, modify, readonly, metadata, labels],
  labelling: [everything, modify, labels],
  watching: [everything, modify, readonly, metadata],
  readingSettings: [everything, modify, readonly, settings],
} as const satisfies Readonly<Record<string, readonly Scope[]>>
