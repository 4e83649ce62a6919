import type { gmail_v1 } from '@googleapis/gmail'
import type { ProviderMessageId, MessageLocation } from '../mailbox.ts'
import { quotaUnits, type GmailApi } from './api/gmail-api.ts'
import { isInvalidArgument } from './api/gmail-error.ts'
import type { SetAsideLabel } from './set-aside-label.ts'

type LabelChange = { readonly add: readonly string[]; readonly remove: readonly string[] }

export async function moveMessage(
  api: GmailApi,
  label: SetAsideLabel,
  id: ProviderMessageId,
  to: MessageLocation,
): Promise<void> {
  const move = async () => {
    const setAsideLabel = to === 'set-aside' ? await label.load(api) : await label.find(api)
    await changeLabels(api, id, toLabelChange(to, setAsideLabel))
  }
  try {
    await move()
  } catch (error) {
    // The user deleted our label after we looked it up. The second try creates a new one.
    if (!isInvalidArgument(error)) throw error
    await move()
  }
}

function toLabelChange(to: MessageLocation, setAsideLabel: string | null): LabelChange {
  const ownLabels = setAsideLabel === null ? [] : [setAsideLabel]
  switch (to) {
    case 'set-aside':
      return { add: ownLabels, remove: ['INBOX', 'UNREAD', 'SPAM'] }
    case 'junk':
      return { add: ['SPAM'], remove: ['INBOX', 'UNREAD', ...ownLabels] }
    case 'inbox':
      return { add: ['INBOX', 'UNREAD'], remove: ['SPAM', 'TRASH', ...ownLabels] }
  }
}

async function changeLabels(
  api: GmailApi,
  id: ProviderMessageId,
  { add, remove }: LabelChange,
): Promise<void> {
  const requestBody = { addLabelIds: [...add], removeLabelIds: [...remove] }
  const isDone = ({ labelIds }: gmail_v1.Schema$Message) =>
    add.every((label) => labelIds?.includes(label)) &&
    !remove.some((label) => labelIds?.includes(label))
  await api.write(
    quotaUnits.modifyMessage,
    (users, options) => users.messages.modify({ userId: 'me', id, requestBody }, options),
    async () => {
      const message = await api.read(quotaUnits.getMessage, (users, options) =>
        users.messages.get({ userId: 'me', id, format: 'minimal' }, options),
      )
      return isDone(message) ? message : null
    },
  )
}
