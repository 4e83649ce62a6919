import type { Mailbox } from '../mailbox.ts'
import { withinTimeLimit } from '../time-limit.ts'
import { listChanges, listInbox } from './changes.ts'
import { createGmailApi, units, type GmailApi, type GmailOptions } from './gmail-api.ts'
import { countKept } from './kept.ts'
import { isUserLabel } from './labels.ts'
import { moveMail } from './move.ts'
import { listOwnAddresses } from './own-addresses.ts'
import { createOwnLabel } from './own-label.ts'
import { renewPush, stopPush } from './push.ts'
import { toReceivedMail } from './received-mail.ts'
import { draftReply, sendDraft, settleDraft } from './replies.ts'
import { hasSent } from './sent.ts'

export type GmailMailboxOptions = GmailOptions & {
  /** `projects/…/topics/…`, to which Gmail tells of changes; `null` where nobody listens. */
  readonly pushTopic: string | null
}

/** One Gmail mailbox. Quota and label are counted and made once as long as there is one of these for each mailbox. */
export function createGmailMailbox(options: GmailMailboxOptions): Mailbox {
  const { clock, pushTopic } = options
  const openApi = createGmailApi(options)
  const label = createOwnLabel()

  function run<Result>(call: (api: GmailApi) => Promise<Result>): Promise<Result> {
    return withinTimeLimit(clock, (signal) => call(openApi(signal)))
  }

  return {
    listInbox: (range) => run((api) => listInbox(api, range)),
    listChanges: (cursor) => run((api) => listChanges(api, label, cursor)),
    loadMail: (id) =>
      run(async (api) => {
        const mail = await api.read(units.getMessage, (users, init) =>
          users.messages.get({ userId: 'me', id, format: 'full' }, init),
        )
        const isLabelled = mail.labelIds?.some(isUserLabel) ?? false
        return toReceivedMail(mail, isLabelled ? await label.find(api) : null)
      }),
    move: (id, to) => run((api) => moveMail(api, label, id, to)),
    hasSent: (what) => run((api) => hasSent(api, what)),
    countKept: (earlier) => run((api) => countKept(api, label, earlier)),
    listOwnAddresses: () => run(listOwnAddresses),
    replies: {
      draft: (reply) => run((api) => draftReply(api, reply, clock.now())),
      send: (draft) => run((api) => sendDraft(api, draft)),
      settle: (draft) => run((api) => settleDraft(api, draft)),
    },
    push: {
      renew: () => run((api) => renewPush(api, pushTopic)),
      stop: () => run(stopPush),
    },
  }
}
