import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What filtered senders are told in the user's name, and whether they are. */
export const SmartResponse = z.object({
  /** The user's own words, or ours. */
  text: z.string(),
  defaultText: z.string(),
  /** Nothing is ever sent before the user has agreed to it. */
  agreedAt: z.nullable(z.iso.datetime()),
  /** Whether anybody is answered as things stand. */
  isOn: z.boolean(),
  /** Whether senders are told the phrase that brings their mail back: a part of Pro. */
  hasOverride: z.boolean(),
  /** A reply as it would go out. */
  preview: z.object({ subject: z.string(), text: z.string() }),
})
export type SmartResponse = z.infer<typeof SmartResponse>

const Nothing = z.object({})

export const loadSmartResponse = endpoint({
  method: 'GET',
  path: '/api/settings/smart-response',
  summary: 'What filtered senders are told, and whether they are',
  input: Nothing,
  reply: SmartResponse,
})

/**
 * What may be sent is the server's to say: the list of all domains, by which it
 * knows a link, is no load for a browser. A text it refuses is a 422 with the reason.
 */
export const changeSmartResponse = endpoint({
  method: 'PATCH',
  path: '/api/settings/smart-response',
  summary: 'Change what filtered senders are told',
  input: z.object({ text: z.string().check(z.maxLength(10_000)) }),
  reply: SmartResponse,
})

export const agreeToSmartResponse = endpoint({
  method: 'POST',
  path: '/api/settings/smart-response/agreement',
  summary: 'Agree that filtered senders are answered in your name',
  input: Nothing,
  reply: SmartResponse,
})

export const withdrawSmartResponse = endpoint({
  method: 'DELETE',
  path: '/api/settings/smart-response/agreement',
  summary: 'Take the agreement back: nobody is answered any more',
  input: Nothing,
  reply: SmartResponse,
})
