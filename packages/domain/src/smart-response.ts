import { parse } from 'tldts'
import * as z from 'zod/mini'
import { productName } from './brand.ts'
import { overrideSentence, saysPhrase } from './override-phrase.ts'
import { maxReplyChars } from './plan.ts'

/** What a filtered sender is told, until the user finds words of their own. */
export const defaultReplyText = `Thank you for your message.

I get more offers by mail than I can read, so yours was set aside automatically. Should it be of interest to me, I will get back to you.`

/**
 * The user's own words for it: a short plain text, sent as it stands. It goes to
 * strangers in the user's name, so it can neither advertise nor lead anywhere.
 */
export const ReplyText = z.string().check(
  z.overwrite(tidy),
  z.minLength(1, { error: 'Please write what senders are told.' }),
  z.maxLength(maxReplyChars, { error: `Please keep it to ${maxReplyChars} characters.` }),
  z.refine((text) => !unseen.test(text), { error: 'Please use plain text only.' }),
  z.refine((text) => !markup.test(text), { error: 'Please use plain text, without HTML.' }),
  z.refine((text) => !hasLink(text), { error: 'Please leave out links and mail addresses.' }),
  z.refine((text) => !/[{}]/.test(text), {
    error: 'Please leave out curly brackets: the text is sent as it stands.',
  }),
  z.refine((text) => !text.toLowerCase().includes(productName.toLowerCase()), {
    error: `Please leave ${productName} out of it: replies never advertise.`,
  }),
  z.refine((text) => !saysPhrase(text), {
    error: 'Please leave the phrase out: it is added where your plan has it.',
  }),
)

function tidy(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .normalize('NFC')
}

/** Control characters, halves of characters, and what turns the direction of writing around. */
const unseen = /[[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u{202a}-\u{202e}\u{2066}-\u{2069}\u{feff}]--[\n]]/v
const markup = /<[a-z/!?]|&(?:#|[a-z]+;)/i

function hasLink(text: string): boolean {
  return /:\/\/|\bwww\.|@/i.test(text) || text.split(/[^\p{L}\p{N}.-]+/u).some(isDomain)
}

function isDomain(word: string): boolean {
  const name = word.replaceAll(/^[.-]+|[.-]+$/g, '')
  const { isIp, isIcann, domain } = parse(name)
  return isIp === true || (isIcann === true && domain !== null)
}

/** The phrase comes with Pro: in a reply of the free plan it would promise what nobody keeps. */
export function toReplyText(text: string, { hasOverride }: { hasOverride: boolean }): string {
  return hasOverride ? `${text}\n\n${overrideSentence}` : text
}

const maxSubjectChars = 250

/** `Re:` and the subject it answers, once, on one line. */
export function toReplySubject(subject: string): string {
  const line = subject.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  const whole = /^re\s*(?:\[\d+\]\s*)?:/i.test(line) ? line : `Re: ${line}`.trimEnd()
  return Array.from(whole).slice(0, maxSubjectChars).join('')
}

/** What decides whether anybody is answered at all. */
export type SmartResponseFacts = {
  /** When the user said that replies may go out in their name; `null` while they have not. */
  readonly agreedAt: Date | null
  readonly autoReplyEnabled: boolean
  readonly isPro: boolean
}

/** Nobody speaks in somebody's name before they have agreed. After that the free plan always answers; Pro may choose silence. */
export function isSmartResponseOn({
  agreedAt,
  autoReplyEnabled,
  isPro,
}: SmartResponseFacts): boolean {
  return agreedAt !== null && (autoReplyEnabled || !isPro)
}
