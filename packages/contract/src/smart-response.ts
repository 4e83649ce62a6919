import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** The automatic reply to filtered senders, and whether it is sent. */
export const SmartResponse = z.object({
  /** The user's own text, or `defaultText`. */
  text: z.string(),
  defaultText: z.string(),
  /** Nothing is sent in the user's name before they have agreed. */
  agreedAt: z.nullable(z.iso.datetime()),
  /** Whether replies are sent with the current plan, agreement and settings. */
  isOn: z.boolean(),
  /** Whether the reply offers the phrase that restores a message. Pro only. */
  hasOverride: z.boolean(),
  /** The complete reply as it would be sent. */
  preview: z.object({ subject: z.string(), text: z.string() }),
})
export type SmartResponse = z.infer<typeof SmartResponse>

const Nothing = z.object({})

export const loadSmartResponse = endpoint({
  method: 'GET',
  path: '/api/settings/smart-response',
  summary: 'Load the smart response and whether it is sent',
  input: Nothing,
  reply: SmartResponse,
})

/**
 * Replies 422 with the reason if the text must not be sent. Only the server checks it, because
 * recognising links takes a list of all top-level domains, which is too large for the browser.
 */
export const changeSmartResponse = endpoint({
  method: 'PATCH',
  path: '/api/settings/smart-response',
  summary: 'Change the text of the smart response',
  input: z.object({ text: z.string().check(z.maxLength(10_000)) }),
  reply: SmartResponse,
})

export const agreeToSmartResponse = endpoint({
  method: 'POST',
  path: '/api/settings/smart-response/agreement',
  summary: 'Allow replies to be sent in the user’s name',
  input: Nothing,
  reply: SmartResponse,
})

export const withdrawSmartResponse = endpoint({
  method: 'DELETE',
  path: '/api/settings/smart-response/agreement',
  summary: 'Stop replies from being sent in the user’s name',
  input: Nothing,
  reply: SmartResponse,
})
