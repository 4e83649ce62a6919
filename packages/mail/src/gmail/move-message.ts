import { MailError } from '../mail-error.ts'
import type { Mailbox, MessageLocation, ProviderMessageId } from '../mailbox.ts'
import { isOfMailbox, moveOneByOne } from '../one-by-one.ts'
import type { GmailApi } from './api/gmail-api.ts'
import { maxBatchParts } from './api/gmail-batch.ts'
import { isGone, isInvalidArgument } from './api/gmail-error.ts'
import { gmail } from './api/gmail-requests.ts'
import type { Message } from './api/gmail-types.ts'
import type { SetAsideLabel } from './set-aside-label.ts'

type LabelChange = {
  readonly addLabelIds: readonly string[]
  readonly removeLabelIds: readonly string[]
}

export async function moveMessage(
  api: GmailApi,
  label: SetAsideLabel,
  id: ProviderMessageId,
  to: MessageLocation,
): Promise<void> {
  const move = async () => changeLabels(api, id, await loadLabelChange(api, label, to))
  try {
    await move()
  } catch (error) {
    // The user deleted our label after we looked it up. The second try creates a new one.
    if (!isInvalidArgument(error)) throw error
    await move()
  }
}

/**
 * Looks the label up once and changes the labels of up to twenty messages with one request.
 * `batchModify` would not say which messages no longer exist. Messages that fail are moved one by
 * one.
 */
export async function moveMessages(
  api: GmailApi,
  label: SetAsideLabel,
  ids: readonly ProviderMessageId[],
  to: MessageLocation,
): ReturnType<Mailbox['moveMessages']> {
  const moveOne = (id: ProviderMessageId) => moveMessage(api, label, id, to)
  if (ids.length < 2) return moveOneByOne(ids, moveOne)
  const change = await loadLabelChange(api, label, to)
  const failed = new Map<ProviderMessageId, MailError>()
  for (let start = 0; start < ids.length; start += maxBatchParts) {
    const some = ids.slice(start, start + maxBatchParts)
    const errors = await changeLabelsOfEach(api, some, change)
    const again = some.filter((id) => errors.has(id) && !isGone(errors.get(id)))
    const moveAgain = async (id: ProviderMessageId) => {
      const isInDoubt = errors.get(id)?.mayHaveHappened
      if (!(isInDoubt && (await isChanged(api, id, change)))) await moveOne(id)
    }
    const isWorking = again.length < some.length
    const failedAgain = await moveOneByOne(again, moveAgain, { isWorking })
    for (const id of some) {
      const error = again.includes(id) ? failedAgain.get(id) : errors.get(id)
      if (error) failed.set(id, error)
    }
  }
  return failed
}

async function loadLabelChange(
  api: GmailApi,
  label: SetAsideLabel,
  to: MessageLocation,
): Promise<LabelChange> {
  return toLabelChange(to, to === 'set-aside' ? await label.load(api) : await label.find(api))
}

function toLabelChange(to: MessageLocation, setAsideLabel: string | null): LabelChange {
  const ownLabels = setAsideLabel === null ? [] : [setAsideLabel]
  switch (to) {
    case 'set-aside':
      return { addLabelIds: ownLabels, removeLabelIds: ['INBOX', 'UNREAD', 'SPAM'] }
    case 'junk':
      return { addLabelIds: ['SPAM'], removeLabelIds: ['INBOX', 'UNREAD', ...ownLabels] }
    case 'inbox':
      return { addLabelIds: ['INBOX', 'UNREAD'], removeLabelIds: ['SPAM', 'TRASH', ...ownLabels] }
  }
}

async function changeLabels(
  api: GmailApi,
  id: ProviderMessageId,
  change: LabelChange,
): Promise<void> {
  await api.write(gmail.modifyMessage(id, change), async () =>
    (await isChanged(api, id, change)) ? {} : null,
  )
}

/** Returns the messages whose labels were not changed, or may not have been, with their errors. */
async function changeLabelsOfEach(
  api: GmailApi,
  ids: readonly ProviderMessageId[],
  change: LabelChange,
): Promise<ReadonlyMap<ProviderMessageId, MailError>> {
  try {
    const answers = await api.writeEachOnce(ids.map((id) => gmail.modifyMessage(id, change)))
    return new Map(
      ids.flatMap((id, index) => {
        const answer: Message | MailError | undefined = answers[index]
        return answer instanceof MailError ? [[id, answer] as const] : []
      }),
    )
  } catch (error) {
    if (!(error instanceof MailError) || isOfMailbox(error)) throw error
    return new Map(ids.map((id) => [id, error]))
  }
}

async function isChanged(
  api: GmailApi,
  id: ProviderMessageId,
  { addLabelIds, removeLabelIds }: LabelChange,
): Promise<boolean> {
  const { labelIds } = await api.read(gmail.getMessage(id, { format: 'minimal' }))
  return (
    addLabelIds.every((label) => labelIds?.includes(label)) &&
    !removeLabelIds.some((label) => labelIds?.includes(label))
  )
}
