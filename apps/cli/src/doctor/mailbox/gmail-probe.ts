import { withCallTimeout } from '@doorman/mail/http/call-timeout'
import {
  createGmailApi,
  required,
  type GmailApi,
  type GmailOptions,
} from '@doorman/mail/gmail/api/gmail-api'
import { GmailError } from '@doorman/mail/gmail/api/gmail-error'
import { gmail } from '@doorman/mail/gmail/api/gmail-requests'
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
      await api.writeOnce(gmail.deleteDraft(draft))
    })

  return {
    folderWord: 'label',
    async listFolders() {
      const { labels = [] } = await run((api) => api.read(gmail.listLabels()))
      return labels.map(toFolder)
    },
    async createFolder(name) {
      // Hidden, in case it cannot be removed.
      const label = { name, labelListVisibility: 'labelHide', messageListVisibility: 'hide' }
      return toFolder(await run((api) => api.writeOnce(gmail.createLabel(label))))
    },
    async removeFolder(id) {
      await run((api) => api.writeOnce(gmail.deleteLabel(id)))
    },
    async loadHeaders(id) {
      const { payload } = await run((api) => api.read(gmail.getMessage(id, { format: 'metadata' })))
      return toHeaders(payload ?? {})
    },
    async findDraftMessageId(id) {
      const { message } = await run((api) => api.read(gmail.getDraft(id, { format: 'metadata' })))
      return findRfcMessageId(new MessageHeaders(toHeaders(message?.payload ?? {})))
    },
    removeDraft,
    async draftInUnknownThread(raw) {
      const message = { raw: Buffer.from(raw).toString('base64url'), threadId: unknownThreadId }
      try {
        const draft = await run((api) => api.writeOnce(gmail.createDraft({ message })))
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

function toFolder({ id, name }: { readonly id?: string; readonly name?: string }): NamedFolder {
  return { id: required(id, 'label'), name: name ?? '' }
}
