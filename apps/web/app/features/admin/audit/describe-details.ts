import type { AuditRow } from '@doorman/contract/admin-audit'
import type { ViewEndReason } from '@doorman/domain/accounts/audit'
import { formatCountOf } from '../../../lib/format.ts'
import { toJobTitle } from '../queue/queue-names.ts'
import { formatLocalMoment } from '../format-time.ts'

type Value = AuditRow['details'][string]

/** Every setting of the panel, as it is called in the middle of a sentence. */
const settingNames: ReadonlyMap<string, string> = new Map([
  ['gmailOauthRedirectUrl', 'Gmail redirect URL'],
  ['microsoftOauthRedirectUrl', 'Microsoft redirect URL'],
  ['welcomeEmail', 'welcome email'],
  ['trialReminder', 'trial reminder'],
  ['subscriptionConfirmation', 'subscription confirmation'],
  ['paymentFailed', 'payment failed email'],
  ['weeklyReport', 'weekly report'],
  ['newUserNotificationEnabled', 'new user notification'],
  ['newUserNotificationRecipient', 'recipient of new user notifications'],
  ['googleGuideEnabled', 'Google guide'],
  ['microsoftGuideEnabled', 'Microsoft guide'],
  ['googleGuideVideoUrl', 'Google video'],
  ['microsoftGuideVideoUrl', 'Microsoft video'],
  ['trackingCodeHead', 'head code'],
  ['trackingCodeBodyStart', 'body start code'],
  ['trackingCodeBodyEnd', 'body end code'],
])

const emailNames: ReadonlyMap<unknown, string> = new Map([
  ...settingNames,
  ['welcome', 'welcome email'],
])

const articleFields: ReadonlyMap<string, string> = new Map([
  ['title', 'title'],
  ['slug', 'address'],
  ['metaDescription', 'description'],
  ['excerpt', 'excerpt'],
  ['content', 'text'],
  ['featuredImageAlt', 'description of the cover'],
  ['authorId', 'author'],
  ['categoryIds', 'categories'],
  ['publishedAt', 'publication'],
])

const endReasons: Readonly<Record<ViewEndReason, string>> = {
  'switched-back': 'they switched back',
  'signed-out': 'they signed out',
  'signed-in-again': 'they signed in again',
  'signed-out-elsewhere': 'they were signed out from another device',
  'password-changed': 'their password changed',
  'second-factor-changed': 'their two-step sign-in changed',
  'role-changed': 'their role changed',
  'account-deleted': 'the account was deleted',
  expired: 'it expired',
}

const pictureUses: ReadonlyMap<unknown, string> = new Map([
  ['cover', 'a cover'],
  ['text', 'a picture in the text'],
  ['author', 'a picture of an author'],
])

/** What was done to which settings: 'turned off the weekly report'. `null` if none is named. */
export function describeSettings({ details }: AuditRow): string | null {
  const changes = Object.entries(details).flatMap(([key, value]) => {
    const name = settingNames.get(key)
    return name ? [`${toVerb(value)} the ${name}`] : []
  })
  return changes.length === 0 ? null : changes.join(' and ')
}

/** Which email was tried. */
export function describeEmail({ details: { emailType } }: AuditRow): string | null {
  return emailNames.get(emailType) ?? null
}

/** Why a view ended, unless the admin switched back. */
export function describeEnd({ details: { reason, isByItself } }: AuditRow): string | null {
  // Entries of version 0.1 only say whether the admin ended the view.
  if (isByItself === true) return 'it expired, or the user was deleted'
  return reason === 'switched-back' ? null : findEndReason(reason)
}

/** The job's queue, as the page of the queue names it. */
export function describeJob({ details: { queue } }: AuditRow): string | null {
  return typeof queue === 'string' ? toJobTitle({ queue, state: 'failed' }) : null
}

export function describePicture({ details: { use } }: AuditRow): string {
  return pictureUses.get(use) ?? 'a picture'
}

/** Which fields of an article were saved: 'title, text'. `null` if the log doesn’t say. */
export function describeFields({ details: { changed } }: AuditRow): string | null {
  if (typeof changed !== 'string' || changed === '') return null
  return changed
    .split(',')
    .map((field) => articleFields.get(field) ?? toWords(field))
    .join(', ')
}

/** The details of an entry in plain words, for those who unfold it. */
export function describeDetails(row: AuditRow): [name: string, value: string][] {
  return Object.entries(row.details).flatMap(([key, detail]) => {
    const [name, value] = toFact(row, key, detail)
    return value === null ? [] : [[name, value]]
  })
}

function toFact(row: AuditRow, key: string, value: Value): [string, string | null] {
  const setting = settingNames.get(key)
  if (setting) return [capitalise(setting), toState(value)]
  switch (key) {
    case 'method':
      return ['Request', `${String(value)} ${String(row.details['route'] ?? '')}`.trim()]
    case 'route':
      return ['Request', null]
    case 'emailType':
      return ['Email', capitalise(describeEmail(row) ?? String(value))]
    case 'isByItself':
    case 'reason':
      return ['Why it ended', capitalise(describeEnd(row) ?? endReasons['switched-back'])]
    case 'queue':
      return ['Job', describeJob(row)]
    case 'use':
      return ['Used for', capitalise(describePicture(row))]
    case 'changed':
      return ['Changed', describeFields(row) ?? 'Nothing']
    case 'cover':
      return ['Cover', value === 'painted' ? 'Painted again' : capitalise(String(value))]
    case 'publishedAt':
      return ['Public from', typeof value === 'string' ? formatLocalMoment(value) : 'Draft']
    case 'madeAt':
      return ['Backup of', typeof value === 'string' ? formatLocalMoment(value) : null]
    case 'deletedAgain':
      return ['Deleted again', formatCountOf(Number(value), 'user', 'users')]
    default:
      return [capitalise(toWords(key)), toState(value)]
  }
}

function findEndReason(reason: Value | undefined): string | null {
  const known = Object.entries(endReasons).find(([name]) => name === reason)
  return known?.[1] ?? null
}

function toVerb(value: Value): string {
  if (value === true) return 'turned on'
  if (value === false) return 'turned off'
  return value === 'cleared' ? 'cleared' : 'changed'
}

function toState(value: Value): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  return value === null ? 'None' : capitalise(String(value))
}

/** `publishedAt` as 'published at', for details that have no words of their own. */
function toWords(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
