import { findText, parseJson, type Json } from '../graph/json.ts'

export type Notification = {
  /** The secret that we passed when we created the subscription. Not verified here. */
  readonly clientState: string
  /** The subscription has ended, or ends unless we renew it. */
  readonly endsPush: boolean
}

/**
 * A third event, `missed`, needs no renewal, only a sync.
 * https://learn.microsoft.com/graph/change-notifications-lifecycle-events
 */
const endingEvents = new Set(['reauthorizationRequired', 'subscriptionRemoved'])

/** One request can hold notifications for many subscriptions. Malformed ones are skipped. */
export function listNotifications(body: string): readonly Notification[] {
  const value = parseJson(body)?.['value']
  if (!Array.isArray(value)) return []
  return value.flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null) return []
    const json: Json = { ...one }
    const clientState = findText(json, 'clientState')
    if (clientState === null) return []
    return [{ clientState, endsPush: endingEvents.has(findText(json, 'lifecycleEvent') ?? '') }]
  })
}
