import { withCallTimeout } from '@doorman/mail/http/call-timeout'
import {
  createGmailApi,
  quotaUnits,
  required,
  type GmailApi,
  type GmailOptions,
} from '@doorman/mail/gmail/api/gmail-api'
import { GmailError } from '@doorman/mail/gmail/api/gmail-error'
import { toHeaders } from '@doorman/mail/gmail/received-message'
import type { DraftId } from '@doorman/mail/mailbox'
import { findRfcMessageId } from '@doorman/mail/mime/to-message'
import { MessageHeaders } from '@doorman/domain/mail/message'
import type { MailboxProbe, NamedFolder } from './mailbox-probe.ts'

/** Looks like a Gmail thread id, but no thread has it. */
const unknownThreadId = 'ffffffffffffffff'

/** https://developers.google.com/workspace/gmail/api/reference/rest */
export function createGmailProbe(options: GmailOptions): MailboxProbe {
  const openApi = createGmailApi(options)
  const run = <Result>(call: (api: GmailApi) => Promise<Result>) =>
    withCallTimeout(options.clock, (signal) => call(openApi(signal)))

  const removeDraft = (draft: DraftId) =>
    run(async (api) => {
      await api.writeOnce(quotaUnits.deleteDraft, (users, call) =>
        users.drafts.delete({ userId: 'me', id: draft }, call),
      )
    })

  return {
    folderWord: 'label',
    async listFolders() {
      const { labels = [] } = await run((api) =>
        api.read(quotaUnits.listLabels, (users, call) => users.labels.list({ userId: 'me' }, call)),
      )
      return labels.map(toFolder)
    },
    async createFolder(name) {
      // Hidden, in case it cannot be removed.
      const requestBody = { name, labelListVisibility: 'labelHide', messageListVisibility: 'hide' }
      const label = await run((api) =>
        api.writeOnce(quotaUnits.createLabel, (users, call) =>
          users.labels.create({ userId: 'me', requestBody }, call),
        ),
      )
      return toFolder(label)
    },
    async removeFolder(id) {
      await run((api) =>
        api.writeOnce(quotaUnits.createLabel, (users, call) =>
          users.labels.delete({ userId: 'me', id }, call),
        ),
      )
    },
    async loadHeaders(id) {
      const { payload } = await run((api) =>
        api.read(quotaUnits.getMessage, (users, call) =>
          users.messages.get({ userId: 'me', id, format: 'metadata' }, call),
        ),
      )
      return toHeaders(payload ?? {})
    },
    async findDraftMessageId(id) {
      const { message } = await run((api) =>
        api.read(quotaUnits.getDraft, (users, call) =>
          users.drafts.get({ userId: 'me', id, format: 'metadata' }, call),
        ),
      )
      return findRfcMessageId(new MessageHeaders(toHeaders(message?.payload ?? {})))
    },
    removeDraft,
    async draftInUnknownThread(raw) {
      const requestBody = {
        message: { raw: Buffer.from(raw).toString('base64url'), threadId: unknownThreadId },
      }
      try {
        const draft = await run((api) =>
          api.writeOnce(quotaUnits.createDraft, (users, call) =>
            users.drafts.create({ userId: 'me', requestBody }, call),
          ),
        )
        return { kind: 'made', draft: required(draft.id, 'draft') as DraftId }
      } catch (error) {
        if (error instanceof GmailError && error.status < 500)
          return { kind: 'refused', code: error.detail }
        throw error
      }
    },
    searchFindsSentTo: async () => null,
    subscribeForCheck: null,
    unsubscribe: async () => {},
  }
}

type Label = { readonly id?: string | null; readonly name?: string | null }

function toFolder({ id, name }: Label): NamedFolder {
  return { id: required(id, 'label'), name: name ?? '' }
}
