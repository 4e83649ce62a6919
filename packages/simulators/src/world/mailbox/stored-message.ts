import type { MessageHeaders } from '../message/mime.ts'

export type SimulatedProvider = 'google' | 'microsoft'

/** Folders of every mailbox. Folders and labels that the user creates have their own ids. */
export type WellKnownFolder = 'inbox' | 'archive' | 'sent' | 'drafts' | 'junk' | 'bin'

export type MessageState = {
  /** Ids of Microsoft folders or Gmail labels. Microsoft: exactly one. Gmail: any number. */
  readonly folders: ReadonlySet<string>
  /** Marks that are not folders, such as Gmail's stars and Outlook's categories. */
  readonly marks: ReadonlySet<string>
  readonly isRead: boolean
}

export type StoredMessage = MessageState & {
  readonly id: string
  readonly threadId: string
  readonly raw: Uint8Array
  readonly headers: MessageHeaders
  readonly receivedAt: Date
  /** Id of the newest change to this message. */
  readonly changeId: bigint
}

/** One entry of a mailbox's change log. Gmail's history and Graph's delta are views of it. */
export type Change = {
  readonly id: bigint
  readonly at: Date
  readonly storedMessageId: string
  readonly threadId: string
  /** `null`: the message is new. */
  readonly before: MessageState | null
  /** `null`: the message is deleted permanently. */
  readonly after: MessageState | null
}

/** A label or folder that the user created. */
export type UserFolder = {
  readonly id: string
  readonly name: string
  /** Provider-specific settings, such as Gmail's `labelListVisibility`. */
  readonly settings?: Readonly<Record<string, string>>
}

export type NewMessage = {
  readonly raw: Uint8Array
  readonly folders?: Iterable<string>
  readonly marks?: Iterable<string>
  readonly isRead?: boolean
  readonly receivedAt?: Date
  /** Default: the thread found by Message-ID and subject, or a new one. */
  readonly threadId?: string
}
