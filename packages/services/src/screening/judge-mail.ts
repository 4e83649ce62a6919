import { prepareMail, type PreparedMail } from '@doorman/classifier/local/prepare-mail'
import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import { decide, decideForSender, type SenderReason } from '@doorman/domain/decide'
import { applyLessons, toOffset } from '@doorman/domain/learning'
import type { Mailbox, ReceivedMail } from '@doorman/mail/mailbox'
import type { Context } from '../context.ts'
import { gatherFacts } from './gather-facts.ts'
import { hasCommonContact } from './has-common-contact.ts'
import { loadPreferences, type Preferences } from './preferences.ts'
import { keep, type Screening } from './record-decision.ts'

/** From a mail in the inbox to what happens to it. Its words are in memory only, and only here. */
export async function judgeMail(
  ctx: Context,
  row: MailboxRow,
  mailbox: Mailbox,
  mail: ReceivedMail,
): Promise<Screening> {
  const sender = mail.message.from?.address ?? null
  const preferences = await loadPreferences(ctx, row, sender)
  const { standing } = preferences
  const facts = await gatherFacts(ctx, { row, mailbox, mail, standing, preferences })
  const prepared = prepareMail(mail.message, facts, preferences.redaction)
  if (prepared.kind === 'skipped') return keep(prepared.reason, mail)

  const forSender = (reason: SenderReason): Screening => ({
    decision: decideForSender(reason, preferences.policy),
    mail,
    evidence: null,
  })
  if (standing === 'blocked') return forSender('blocked-sender')
  const screening = facts.isFollowUp
    ? forSender('follow-up')
    : await judge(ctx, row, mail, preferences, prepared)
  const isKept = screening.decision.outcome === 'keep'
  return !isKept && (await hasCommonContact(row, mailbox, mail.message))
    ? keep('common-contact', mail)
    : screening
}

async function judge(
  ctx: Context,
  { userId }: MailboxRow,
  mail: ReceivedMail,
  { hasSecondOpinion, lessons, policy }: Preferences,
  prepared: Extract<PreparedMail, { kind: 'judgeable' }>,
): Promise<Screening> {
  const classifier = hasSecondOpinion ? ctx.cascadeFor(userId) : ctx.classifier
  const first = await classifier.classify(prepared.mail)
  const sender = mail.message.from?.address ?? null
  const offset = toOffset(lessons, { sender, skipReason: null, verdict: first })
  const verdict = applyLessons(first, offset)
  return {
    decision: decide(verdict, policy),
    mail,
    evidence: { ...verdict, lessons: offset.reasons, redactions: prepared.redactions },
  }
}
