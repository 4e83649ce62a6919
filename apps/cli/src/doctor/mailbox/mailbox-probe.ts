import type { DraftId, ProviderMessageId } from '@doorman/mail/mailbox'

export type NamedFolder = { readonly id: string; readonly name: string }

/** What became of a draft in a thread that does not exist. */
export type UnknownThread =
  /** The provider refused it with this status and code. */
  | { readonly kind: 'refused'; readonly code: string }
  /** The provider made the draft, although the thread does not exist. */
  | { readonly kind: 'made'; readonly draft: DraftId }
  /** The provider has no such call. */
  | { readonly kind: 'not-tried' }

/** What doctor asks of a mailbox beyond the calls of the `Mailbox` port. */
export type MailboxProbe = {
  /** The provider's word for what Doorman sets messages aside in. */
  readonly folderWord: 'label' | 'folder'
  listFolders(): Promise<readonly NamedFolder[]>
  createFolder(name: string): Promise<NamedFolder>
  /** For good: it is not in the bin afterwards. */
  removeFolder(id: string): Promise<void>
  /** Names and values as the provider shows them. */
  loadHeaders(id: ProviderMessageId): Promise<readonly (readonly [string, string])[]>
  findDraftMessageId(draft: DraftId): Promise<string | null>
  /** For good: it is not in the bin afterwards. */
  removeDraft(draft: DraftId): Promise<void>
  draftInUnknownThread(raw: string): Promise<UnknownThread>
  /**
   * Whether the provider's own search finds a message that was sent to this address. `null`: the
   * `Mailbox` port uses that search already.
   */
  searchFindsSentTo(address: string): Promise<boolean | null>
  /** Has the provider call our webhook. `null`: it does so only when mail arrives. */
  subscribeForCheck: (() => Promise<{ readonly id: string }>) | null
  unsubscribe(id: string): Promise<void>
}
