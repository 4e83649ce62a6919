import { prepareMail } from '@doorman/classifier/local/prepare-mail'
import { findStanding } from '@doorman/db/queries/known-senders'
import { loadLessons } from '@doorman/db/queries/lessons'
import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import { decide, decideBlocked } from '@doorman/domain/decide'
import { applyLessons, toOffset } from '@doorman/domain/learning'
import type { Mailbox, ReceivedMail } from '@doorman/mail/mailbox'
import type { Context } from '../context.ts'
import { gatherFacts } from './gather-facts.ts'
import { hasCommonContact } from './has-common-contact.ts'
import { loadPreferences } from './preferences.ts'
import { keep, type Screening } from './record-decision.ts'

/** From a mail in the inbox to what happens to it. Its words are in memory only, and only here. */
export async function judgeMail(
  ctx: Context,
  row: MailboxRow,
  mailbox: Mailbox,
  mail: ReceivedMail,
): Promise<Screening> {
  const { db } = ctx
  const sender = mail.message.from?.address ?? null
  const preferences = await loadPreferences(ctx, row)
  const standing = sender === null ? null : await findStanding(db, row.userId, sender)
  const facts = await gatherFacts(ctx, { row, mailbox, mail, standing, preferences })
  const prepared = prepareMail(mail.message, facts, preferences.redaction)
  if (prepared.kind === 'skipped') return keep(prepared.reason, mail)
  const { policy } = preferences
  if (standing === 'blocked') return { decision: decideBlocked(policy), mail, evidence: null }

  const classifier = preferences.hasSecondOpinion ? ctx.cascadeFor(row.userId) : ctx.classifier
  const first = await classifier.classify(prepared.mail)
  const lessons = await loadLessons(db, row.userId)
  const offset = toOffset(lessons, { sender, skipReason: null, verdict: first })
  const verdict = applyLessons(first, offset)
  const decision = decide(verdict, policy)
  if (decision.outcome !== 'keep' && (await hasCommonContact(row, mailbox, mail.message)))
    return keep('common-contact', mail)
  return {
    decision,
    mail,
    evidence: { ...verdict, lessons: offset.reasons, redactions: prepared.redactions },
  }
}
