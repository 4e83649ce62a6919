import { findText, parseJson, type Json } from './json.ts'

export type Notification = {
  /** The secret that we gave with the subscription, if it is one of ours. */
  readonly clientState: string
  /** The subscription ends, or has ended, unless we ask for it again. */
  readonly endsPush: boolean
}

/** https://learn.microsoft.com/graph/change-notifications-lifecycle-events; `missed` asks for no more than a look. */
const ends = new Set(['reauthorizationRequired', 'subscriptionRemoved'])

/** One request may tell of many subscriptions. What is none is passed over. */
export function listNotifications(body: string): readonly Notification[] {
  const value = parseJson(body)?.['value']
  if (!Array.isArray(value)) return []
  return value.flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null) return []
    const json: Json = { ...one }
    const clientState = findText(json, 'clientState')
    if (clientState === null) return []
    return [{ clientState, endsPush: ends.has(findText(json, 'lifecycleEvent') ?? '') }]
  })
}
