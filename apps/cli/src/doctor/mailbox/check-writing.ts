import { findPush } from '@doorman/db/queries/push-grants'
import { productName } from '@doorman/domain/brand'
import { MailError } from '@doorman/mail/mail-error'
import type { Draft, DraftId, Mailbox, ProviderMessageId, Reply } from '@doorman/mail/mailbox'
import { randomUUID } from 'node:crypto'
import { broken, needsAttention, off, ok, type Finding } from '../finding.ts'
import { describeFailure, toPrintableCode } from './describe-failure.ts'
import type { NamedFolder, UnknownThread } from './mailbox-probe.ts'
import { removeTrace, type Examination, type MailboxCheck } from './examination.ts'

/** Tells a user who finds such a label or draft where it is from. */
const checkName = `${productName} check`

/** Makes a label or folder and removes it, together with those of an earlier run that was killed. */
async function checkFolder(examination: Examination): Promise<Finding> {
  const { probe } = examination
  const { folderWord } = probe
  const name = `${checkName} ${randomUUID().slice(0, 8)}`
  const leftovers = (await probe.listFolders()).filter((one) =>
    new RegExp(`^${checkName} [0-9a-f]{8}$`).test(one.name),
  )
  for (const one of leftovers)
    await removeTrace(examination, `the ${folderWord} “${one.name}”`, () =>
      probe.removeFolder(one.id),
    )
  const { id } = await createFolder(examination, name)
  let isListed = false
  try {
    isListed = (await probe.listFolders()).some((one) => one.id === id)
  } finally {
    await removeTrace(examination, `the ${folderWord} “${name}”`, () => probe.removeFolder(id))
  }
  const isGone = !(await probe.listFolders()).some((one) => one.id === id)
  const says = `made, ${isListed ? 'listed' : 'not listed'} and ${isGone ? 'removed' : 'still listed'}`
  return isListed && isGone
    ? ok('Label or folder', `a ${folderWord} was ${says}`)
    : needsAttention('Label or folder', `a ${folderWord} was ${says}`)
}

/** If the call may have succeeded although it failed, removes the folder by its name. */
async function createFolder(examination: Examination, name: string): Promise<NamedFolder> {
  const { probe } = examination
  try {
    return await probe.createFolder(name)
  } catch (error) {
    if (error instanceof MailError && error.mayHaveHappened)
      await removeTrace(examination, `perhaps the ${probe.folderWord} “${name}”`, async () => {
        for (const one of await probe.listFolders())
          if (one.name === name) await probe.removeFolder(one.id)
      })
    throw error
  }
}

/** Makes a draft as a smart response would, and deletes it. */
async function checkDraft(examination: Examination): Promise<Finding> {
  const { mailbox, probe, row, inbox, traces } = examination
  const [message] = inbox
  if (!message) return needsAttention('Draft', 'not tried: the inbox is empty')
  const reply: Reply = {
    repliesTo: message.id,
    threadId: message.threadId,
    from: row.address,
    to: row.address,
    subject: checkName,
    text: 'doorman doctor made this draft to check the mailbox. You can delete it.',
    inReplyTo: message.rfcMessageId ?? `<${randomUUID()}@doorman-check.invalid>`,
    references: [],
    claimId: randomUUID(),
  }
  const draft = await mailbox.replies.createDraft(reply).catch(async (error: unknown) => {
    // The draft may exist, though we don't know its id.
    if (error instanceof MailError && error.mayHaveHappened)
      await removeTrace(examination, 'perhaps a draft', () => mailbox.replies.discardDraft(reply))
    throw error
  })
  const tracesBefore = traces.length
  let kept: string | null
  try {
    kept = await probe.findDraftMessageId(draft.id)
  } finally {
    await removeTrace(examination, 'a draft', () => removeDraft(examination, draft.id))
  }
  const isDeleted = traces.length === tracesBefore
  return ok(
    'Draft',
    `a draft was made${isDeleted ? ' and deleted' : ''}; ${describeMessageId(draft, kept)}`,
  )
}

/** Gmail gets a Message-ID from us, Exchange chooses one itself. */
function describeMessageId({ rfcMessageId }: Draft, kept: string | null): string {
  if (kept === null) return 'it has no Message-ID'
  return kept === rfcMessageId
    ? 'it keeps the Message-ID that we know'
    : 'its Message-ID is another one than we know'
}

/** If it cannot be removed for good, it is deleted as the product would do it. */
async function removeDraft({ probe, mailbox, traces }: Examination, draft: DraftId): Promise<void> {
  try {
    await probe.removeDraft(draft)
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    const found = await mailbox.replies.resolveDraft(draft)
    // Gmail deletes drafts for good, Exchange moves them.
    if (found === 'unsent' && probe.folderWord === 'folder') traces.push('a draft in Deleted Items')
  }
}

/** What the provider says about things that do not exist. */
async function checkUnknownIds(examination: Examination): Promise<Finding> {
  const { mailbox, probe, row } = examination
  const id = 'ffffffffffffffff' as ProviderMessageId
  const failure = await mailbox.loadMessage(id).then(
    () => null,
    (error: unknown) => {
      if (error instanceof MailError) return error
      throw error
    },
  )
  const thread = await probe.draftInUnknownThread(toRawDraft(row.address))
  if (thread.kind === 'made')
    await removeTrace(examination, 'a draft', () => removeDraft(examination, thread.draft))
  const says = `a message: ${failure ? describeFailure(failure) : 'found'}; a thread: ${describeThread(thread)}`
  if (failure && failure.failure !== 'gone' && failure.failure !== 'refused') throw failure
  return failure?.failure === 'gone'
    ? ok('Unknown ids', says)
    : needsAttention('Unknown ids', says, 'Doorman expects that a missing message is gone.')
}

function describeThread(thread: UnknownThread): string {
  if (thread.kind === 'refused') return toPrintableCode(thread.code) ?? 'refused'
  return thread.kind === 'made' ? 'a draft in it is accepted' : 'not tried'
}

function toRawDraft(address: string): string {
  return [`From: ${address}`, `To: ${address}`, `Subject: ${checkName}`, '', checkName].join('\r\n')
}

async function checkPush(examination: Examination): Promise<Finding> {
  const { probe, mailbox } = examination
  const { renew } = mailbox.push
  if (renew === null)
    return off('Push', 'not set up: new emails are found every five minutes instead of at once')
  return probe.subscribeForCheck
    ? checkHandshake(examination, probe.subscribeForCheck)
    : checkWatch(examination, renew)
}

/** Microsoft calls our webhook before it accepts a subscription. */
async function checkHandshake(
  examination: Examination,
  subscribe: () => Promise<{ readonly id: string }>,
): Promise<Finding> {
  const { probe, traces } = examination
  const trace = 'a subscription, which ends by itself within the hour'
  try {
    const { id } = await subscribe()
    await removeTrace(examination, trace, () => probe.unsubscribe(id))
    return ok('Push', 'the provider has reached our webhook')
  } catch (error) {
    if (error instanceof MailError && error.mayHaveHappened) traces.push(`perhaps ${trace}`)
    if (!(error instanceof MailError) || error.failure !== 'refused') throw error
    return broken(
      'Push',
      `the provider could not reach our webhook: ${describeFailure(error)}`,
      'See “What Graph needs to reach you” in docs/operations.md.',
    )
  }
}

/** Gmail has one watch for each mailbox. If it runs already, asking again only extends it. */
async function checkWatch(
  examination: Examination,
  renew: NonNullable<Mailbox['push']['renew']>,
): Promise<Finding> {
  const { mailbox, db, row } = examination
  const before = await findPush(db, row.grantId)
  const { expiresAt } = await renew(before?.current ?? null)
  const day = expiresAt.toISOString().slice(0, 10)
  // A sync may have started push since `before` was read. Stopping the watch would end its push.
  const after = await findPush(db, row.grantId)
  if (after?.current) return ok('Push', `Gmail accepts the watch, until ${day}`)
  await removeTrace(examination, `a watch, which ends by itself on ${day}`, () =>
    mailbox.push.stop(null),
  )
  return ok('Push', 'Gmail accepts a watch; it was ended again')
}

export const writingChecks: readonly MailboxCheck[] = [
  { subject: 'Label or folder', run: checkFolder },
  { subject: 'Draft', run: checkDraft },
  { subject: 'Unknown ids', run: checkUnknownIds },
  { subject: 'Push', run: checkPush },
]
