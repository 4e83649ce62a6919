import { parse } from 'tldts'
import * as z from 'zod/mini'
import { productName } from '../brand.ts'
import { overrideSentence, saysPhrase } from './override-phrase.ts'
import { maxReplyChars } from '../plans/plan.ts'

/** The text of a smart response, unless the user writes their own. */
export const defaultReplyText = `Thanks for your message.

I get more pitches than I can read, so a filter set yours aside. If it's relevant I'll be in touch.`

/**
 * The user's own text: short, plain and sent unchanged. It goes to strangers in the user's name, so
 * it may contain neither advertising nor links.
 */
export const ReplyText = z.string().check(
  z.overwrite(tidy),
  z.minLength(1, { error: 'Please write a reply.' }),
  z.maxLength(maxReplyChars, { error: `Please keep it to ${maxReplyChars} characters.` }),
  z.refine((text) => !invisible.test(text), { error: 'Please use plain text only.' }),
  z.refine((text) => !markup.test(text), { error: 'Please use plain text, without HTML.' }),
  z.refine((text) => !hasLink(text), { error: 'Please leave out links and email addresses.' }),
  z.refine((text) => !/[{}]/.test(text), {
    error: 'Please leave out curly brackets. The text is sent exactly as you write it.',
  }),
  z.refine((text) => !text.toLowerCase().includes(productName.toLowerCase()), {
    error: `Please leave out ${productName}. Replies never advertise.`,
  }),
  z.refine((text) => !saysPhrase(text), {
    error: 'Please leave out the phrase. We add it for you on Pro.',
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

/** Control characters, lone surrogates and marks that change the writing direction. */
const invisible = /[[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u{202a}-\u{202e}\u{2066}-\u{2069}\u{feff}]--[\n]]/v
const markup = /<[a-z/!?]|&(?:#|[a-z]+;)/i

function hasLink(text: string): boolean {
  return /:\/\/|\bwww\.|@/i.test(text) || text.split(/[^\p{L}\p{N}.-]+/u).some(isDomain)
}

function isDomain(word: string): boolean {
  const name = word.replaceAll(/^[.-]+|[.-]+$/g, '')
  const { isIp, isIcann, domain } = parse(name)
  return isIp === true || (isIcann === true && domain !== null)
}

/** The override phrase works with Pro only, so replies of the free plan do not mention it. */
export function toReplyText(text: string, { hasOverride }: { hasOverride: boolean }): string {
  return hasOverride ? `${text}\n\n${overrideSentence}` : text
}

const maxSubjectChars = 250

/** `Re:` once, followed by the subject on one line. */
export function toReplySubject(subject: string): string {
  const line = subject.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  const whole = /^re\s*(?:\[\d+\]\s*)?:/i.test(line) ? line : `Re: ${line}`.trimEnd()
  return Array.from(whole).slice(0, maxSubjectChars).join('')
}

/** The settings that decide whether smart responses are on. */
export type SmartResponseFacts = {
  /** When the user agreed that replies go out in their name; `null` if they have not. */
  readonly agreedAt: Date | null
  readonly autoReplyEnabled: boolean
  readonly isPro: boolean
}

/** No reply goes out before the user agrees. After that, only Pro users can switch replies off. */
export function isSmartResponseOn({
  agreedAt,
  autoReplyEnabled,
  isPro,
}: SmartResponseFacts): boolean {
  return agreedAt !== null && (autoReplyEnabled || !isPro)
}
