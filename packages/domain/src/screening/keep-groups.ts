import type { KeepReason } from './keep-rules.ts'

/** Keep reasons as people read them in Activity, in this order. */
export const keepGroups = {
  people: 'People you know',
  newsletters: 'Newsletters and notifications',
  rules: 'Your rules',
  'not-cold': 'Not cold outreach',
  unsure: 'Not sure enough to move',
  other: 'Other',
} as const
export type KeepGroup = keyof typeof keepGroups
export const keepGroupNames = Object.keys(keepGroups) as [KeepGroup, ...KeepGroup[]]

const groupOf: Readonly<Record<KeepReason, KeepGroup>> = {
  'own-address': 'people',
  internal: 'people',
  'known-contact': 'people',
  'known-organisation': 'people',
  reply: 'people',
  'common-contact': 'people',
  appeal: 'people',
  'service-notification': 'newsletters',
  receipt: 'newsletters',
  calendar: 'newsletters',
  'mailing-list': 'newsletters',
  automatic: 'newsletters',
  whitelisted: 'rules',
  'restored-sender': 'rules',
  'moved-to-inbox': 'rules',
  'allowed-type': 'rules',
  'not-cold': 'not-cold',
  unsure: 'unsure',
  'contact-form': 'unsure',
  'too-little-text': 'unsure',
  'too-large': 'unsure',
  'no-sender': 'unsure',
  gone: 'other',
  'could-not-be-checked': 'other',
  'index-incomplete': 'other',
  'not-in-inbox': 'other',
  'long-there': 'other',
  'from-before': 'other',
}

/** An older or newer version may have stored reasons that we don't know: those are `other`. */
export function toKeepGroup(reason: string): KeepGroup {
  return Object.hasOwn(groupOf, reason) ? groupOf[reason as KeepReason] : 'other'
}

/** The reasons of a group. Those that we don't know belong to `other` as well. */
export function reasonsOf(group: KeepGroup): KeepReason[] {
  return (Object.keys(groupOf) as KeepReason[]).filter((reason) => groupOf[reason] === group)
}
