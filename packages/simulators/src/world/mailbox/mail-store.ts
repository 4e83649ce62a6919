import type { VirtualClock } from '../clock.ts'
import { readHeaders, type MessageHeaders } from '../message/mime.ts'
import type { Random } from '../random.ts'
import { ChangeLog } from './change-log.ts'
import type {
  Change,
  MessageState,
  NewMessage,
  SimulatedProvider,
  StoredMessage,
  UserFolder,
} from './stored-message.ts'
import { ThreadIndex } from './thread-index.ts'

export type MailboxOwner = {
  readonly provider: SimulatedProvider
  readonly address: string
  readonly name: string
  /** The person's role, such as `founder`, shown where a visitor chooses a mailbox. */
  readonly about?: string
  readonly aliases: readonly string[]
  /** Google's `sub`, Microsoft's `oid`. */
  readonly subject: string
  /** What Graph shows as `mail`, if that is not the address. Personal accounts choose it freely. */
  readonly contactAddress?: string
  /** Whether Google has verified the address. Microsoft doesn't say. */
  readonly isAddressVerified?: boolean
}

/** How the owner ended the access of every app. */
export type AccessEnd = 'revoked' | 'password-changed'

/** One simulated mailbox: raw messages, their state, and a log of every change. */
export class MailStore {
  readonly owner: MailboxOwner
  readonly #clock: VirtualClock
  readonly #random: Random
  readonly #messages = new Map<string, StoredMessage>()
  readonly #threads = new ThreadIndex()
  readonly #userFolders = new Map<string, UserFolder>()
  readonly #log: ChangeLog
  #oldestFirst: string[] = []
  #accessEnds: AccessEnd[] = []

  constructor(
    owner: MailboxOwner,
    {
      clock,
      random,
      firstChangeId,
    }: { clock: VirtualClock; random: Random; firstChangeId: bigint },
  ) {
    this.owner = owner
    this.#clock = clock
    this.#random = random
    this.#log = new ChangeLog(clock, random, firstChangeId)
  }

  get address(): string {
    return this.owner.address
  }

  /** The address and its aliases. */
  get addresses(): readonly string[] {
    return [this.owner.address, ...this.owner.aliases]
  }

  owns(address: string): boolean {
    const plain = toPlainAddress(address)
    return this.addresses.some((own) => toPlainAddress(own) === plain)
  }

  add({
    raw,
    folders = ['inbox'],
    marks = [],
    isRead = false,
    receivedAt,
    threadId,
  }: NewMessage): StoredMessage {
    const headers = readHeaders(raw)
    const message: StoredMessage = {
      id: this.#random.hex(16),
      threadId: threadId ?? this.#threads.findThread(headers) ?? this.#random.hex(16),
      raw,
      headers,
      receivedAt: receivedAt ?? this.#clock.now(),
      folders: new Set(folders),
      marks: new Set(marks),
      isRead,
      changeId: 0n,
    }
    this.#threads.add(message.threadId, headers)
    this.#insertByTime(message)
    return this.#put(message, null)
  }

  find(id: string): StoredMessage | null {
    return this.#messages.get(id) ?? null
  }

  load(id: string): StoredMessage {
    const message = this.#messages.get(id)
    if (!message) throw new Error(`No message ${id} in ${this.address}`)
    return message
  }

  /** Newest first: all messages, or those in one folder. */
  *list(folder?: string): Generator<StoredMessage> {
    for (let index = this.#oldestFirst.length - 1; index >= 0; index--) {
      const message = this.#messages.get(this.#oldestFirst[index] ?? '')
      if (message && (folder === undefined || message.folders.has(folder))) yield message
    }
  }

  get size(): number {
    return this.#messages.size
  }

  /** Changes a message's state. An update that changes nothing is not logged. */
  update(id: string, changes: Partial<MessageState>): StoredMessage {
    const before = this.load(id)
    const after = { ...before, ...changes }
    return isSameState(before, after) ? before : this.#put(after, before)
  }

  /** Moves a message into this folder and out of all others, as the user does in a mail app. */
  move(id: string, folder: string): StoredMessage {
    return this.update(id, { folders: new Set([folder]) })
  }

  /** Replaces the content of a draft. */
  rewrite(id: string, raw: Uint8Array): StoredMessage {
    const before = this.load(id)
    const headers = readHeaders(raw)
    this.#threads.add(before.threadId, headers)
    return this.#put({ ...before, raw, headers }, before)
  }

  /** Deletes a message permanently. */
  remove(id: string): void {
    const message = this.load(id)
    this.#messages.delete(id)
    this.#oldestFirst.splice(this.#oldestFirst.indexOf(id), 1)
    this.#logChange(this.#log.takeId(), message, { before: message, after: null })
  }

  hasThread(threadId: string): boolean {
    return this.#threads.has(threadId)
  }

  /** Whether a message with these headers belongs to that thread. */
  continuesThread(threadId: string, headers: MessageHeaders): boolean {
    return this.#threads.findThread(headers) === threadId
  }

  get userFolders(): readonly UserFolder[] {
    return [...this.#userFolders.values()]
  }

  putUserFolder(folder: UserFolder): void {
    this.#userFolders.set(folder.id, folder)
  }

  /**
   * Deletes the folder and removes its messages from it. Messages left without a folder go to
   * `fallback`.
   */
  removeUserFolder(id: string, fallback?: string): void {
    this.#userFolders.delete(id)
    for (const message of this.list(id)) {
      const rest = [...message.folders].filter((folder) => folder !== id)
      const folders = new Set(rest.length === 0 && fallback !== undefined ? [fallback] : rest)
      this.update(message.id, { folders })
    }
  }

  get newestChangeId(): bigint {
    return this.#log.newestId
  }

  /** All changes after this one are known. */
  get oldestKnownChangeId(): bigint {
    return this.#log.forgottenUpTo
  }

  /** `lost`: the log does not contain that position, because it was forgotten or never existed. */
  changesAfter(id: bigint): readonly Change[] | 'lost' {
    return this.#log.after(id)
  }

  /** Forgets the changes before a date, or all of them. Only the newest position stays valid. */
  forgetChanges(before?: Date): void {
    this.#log.forget(before)
  }

  onChange(listener: (change: Change) => void): () => void {
    return this.#log.onChange(listener)
  }

  /** The owner revokes every app's access, or changes the password. */
  endAccess(how: AccessEnd): void {
    this.#accessEnds.push(how)
  }

  /** How a grant given when `accessEndCount` was `since` ended; `null` if it is still valid. */
  findAccessEndSince(since: number): AccessEnd | null {
    return this.#accessEnds[since] ?? null
  }

  /** Stored with each grant, for `findAccessEndSince`. */
  get accessEndCount(): number {
    return this.#accessEnds.length
  }

  #put(message: StoredMessage, before: StoredMessage | null): StoredMessage {
    const stored = { ...message, changeId: this.#log.takeId() }
    this.#messages.set(message.id, stored)
    this.#logChange(stored.changeId, stored, { before, after: stored })
    return stored
  }

  #logChange(
    id: bigint,
    message: StoredMessage,
    { before, after }: Pick<Change, 'before' | 'after'>,
  ): void {
    this.#log.add({
      id,
      storedMessageId: message.id,
      threadId: message.threadId,
      before: before && toState(before),
      after: after && toState(after),
    })
  }

  #insertByTime(message: StoredMessage): void {
    const timeOf = (id: string | undefined) =>
      this.#messages.get(id ?? '')?.receivedAt.getTime() ?? 0
    let index = this.#oldestFirst.length
    while (index > 0 && timeOf(this.#oldestFirst[index - 1]) > message.receivedAt.getTime()) index--
    this.#oldestFirst.splice(index, 0, message.id)
  }
}

/** The address in lower case and without a plus tag: both addresses reach the same mailbox. */
export function toPlainAddress(address: string): string {
  return address.toLowerCase().replace(/\+[^@]*(?=@)/, '')
}

function toState({ folders, marks, isRead }: MessageState): MessageState {
  return { folders, marks, isRead }
}

function isSameState(one: MessageState, other: MessageState): boolean {
  return (
    one.isRead === other.isRead &&
    isSameSet(one.folders, other.folders) &&
    isSameSet(one.marks, other.marks)
  )
}

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((item) => other.has(item))
}
