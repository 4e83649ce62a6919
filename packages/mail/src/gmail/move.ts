import type { gmail_v1 } from '@googleapis/gmail'
import type { MailId, Place } from '../mailbox.ts'
import { units, type GmailApi } from './gmail-api.ts'
import { isInvalidArgument } from './gmail-failure.ts'
import type { OwnLabel } from './own-label.ts'

type Relabelling = { readonly add: readonly string[]; readonly remove: readonly string[] }

export async function moveMail(
  api: GmailApi,
  label: OwnLabel,
  id: MailId,
  to: Place,
): Promise<void> {
  const move = async () => {
    const own = to === 'set-aside' ? await label.load(api) : await label.find(api)
    await relabel(api, id, toRelabelling(to, own))
  }
  try {
    await move()
  } catch (error) {
    // Our label was deleted this very moment. There will be another.
    if (!isInvalidArgument(error)) throw error
    await move()
  }
}

function toRelabelling(to: Place, own: string | null): Relabelling {
  const ownLabel = own === null ? [] : [own]
  switch (to) {
    case 'set-aside':
      return { add: ownLabel, remove: ['INBOX', 'UNREAD', 'SPAM'] }
    case 'junk':
      return { add: ['SPAM'], remove: ['INBOX', 'UNREAD', ...ownLabel] }
    case 'inbox':
      return { add: ['INBOX', 'UNREAD'], remove: ['SPAM', 'TRASH', ...ownLabel] }
  }
}

async function relabel(api: GmailApi, id: MailId, { add, remove }: Relabelling): Promise<void> {
  const requestBody = { addLabelIds: [...add], removeLabelIds: [...remove] }
  const isDone = ({ labelIds }: gmail_v1.Schema$Message) =>
    add.every((label) => labelIds?.includes(label)) &&
    !remove.some((label) => labelIds?.includes(label))
  await api.write(
    units.modifyMessage,
    (users, options) => users.messages.modify({ userId: 'me', id, requestBody }, options),
    async () => {
      const mail = await api.read(units.getMessage, (users, options) =>
        users.messages.get({ userId: 'me', id, format: 'minimal' }, options),
      )
      return isDone(mail) ? mail : null
    },
  )
}
