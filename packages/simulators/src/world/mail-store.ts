import type { Chance } from './chance.ts'
import { ChangeLog } from './change-log.ts'
import type { VirtualClock } from './clock.ts'
import { readHeaders, type MailHeaders } from './mime.ts'
import { ThreadIndex } from './threads.ts'

export type Provider = 'google' | 'microsoft'

/** Where every mailbox can keep mail. Labels and folders of the user have ids of their own beside these. */
export type WellKnownPlace = 'inbox' | 'archive' | 'sent' | 'drafts' | 'junk' | 'bin'

/**
 * How a mail stands in its mailbox. A provider with folders keeps exactly one
 * place per mail, one with labels any number of them.
 */
export type Standing = {
  readonly places: ReadonlySet<string>
  /** What does not say where a mail lies: Gmail's stars, Outlook's categories. */
  readonly marks: ReadonlySet<string>
  readonly isRead: boolean
}

export type StoredMail = Standing & {
  readonly id: string
  readonly threadId: string
  readonly raw: Uint8Array
  readonly headers: MailHeaders
  readonly receivedAt: Date
  /** Of the newest change to this mail. */
  readonly changeId: bigint
}

/** One line of the mailbox's log. Gmail's history and Graph's delta are views on it. */
export type Change = {
  readonly id: bigint
  readonly at: Date
  readonly mailId: string
  readonly threadId: string
  /** `null` where the mail was not yet there. */
  readonly before: Standing | null
  /** `null` where the mail is gone for good. */
  readonly after: Standing | null
}

/** A label or folder the user made. */
export type UserPlace = {
  readonly id: string
  readonly name: string
  /** What else its provider lets one say of it. */
  readonly settings?: Readonly<Record<string, string>>
}

export type NewMail = {
  readonly raw: Uint8Array
  readonly places?: Iterable<string>
  readonly marks?: Iterable<string>
  readonly isRead?: boolean
  readonly receivedAt?: Date
  /** Otherwise found by Message-IDs and subject, or new. */
  readonly threadId?: string
}

export type MailboxOwner = {
  readonly provider: Provider
  readonly address: string
  readonly name: string
  /** Who that is, in a word, for whoever has to choose. */
  readonly about?: string
  readonly aliases: readonly string[]
  /** Google's `sub`, Microsoft's `oid`. */
  readonly subject: string
}

/** Why an app's access ended without the app's doing. */
export type AccessEnd = 'revoked' | 'password-changed'

/** One simulated mailbox: raw mail, where it stands, and a log of everything that ever changed. */
export class MailStore {
  readonly owner: MailboxOwner
  readonly #clock: VirtualClock
  readonly #chance: Chance
  readonly #mails = new Map<string, StoredMail>()
  readonly #threads = new ThreadIndex()
  readonly #userPlaces = new Map<string, UserPlace>()
  readonly #log: ChangeLog
  #oldestFirst: string[] = []
  #accessEnds: AccessEnd[] = []

  constructor(
    owner: MailboxOwner,
    {
      clock,
      chance,
      firstChangeId,
    }: { clock: VirtualClock; chance: Chance; firstChangeId: bigint },
  ) {
    this.owner = owner
    this.#clock = clock
    this.#chance = chance
    this.#log = new ChangeLog(clock, chance, firstChangeId)
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
    places = ['inbox'],
    marks = [],
    isRead = false,
    receivedAt,
    threadId,
  }: NewMail): StoredMail {
    const headers = readHeaders(raw)
    const mail: StoredMail = {
      id: this.#chance.hex(16),
      threadId: threadId ?? this.#threads.findThread(headers) ?? this.#chance.hex(16),
      raw,
      headers,
      receivedAt: receivedAt ?? this.#clock.now(),
      places: new Set(places),
      marks: new Set(marks),
      isRead,
      changeId: 0n,
    }
    this.#threads.add(mail.threadId, headers)
    this.#insertByTime(mail)
    return this.#put(mail, null)
  }

  find(id: string): StoredMail | null {
    return this.#mails.get(id) ?? null
  }

  load(id: string): StoredMail {
    const mail = this.#mails.get(id)
    if (!mail) throw new Error(`No mail ${id} in ${this.address}`)
    return mail
  }

  /** Newest first; all mail, or what lies in one place. */
  *list(place?: string): Generator<StoredMail> {
    for (let index = this.#oldestFirst.length - 1; index >= 0; index--) {
      const mail = this.#mails.get(this.#oldestFirst[index] ?? '')
      if (mail && (place === undefined || mail.places.has(place))) yield mail
    }
  }

  get size(): number {
    return this.#mails.size
  }

  /** Changes how a mail stands. What is as wished already makes no line in the log. */
  update(id: string, wished: Partial<Standing>): StoredMail {
    const before = this.load(id)
    const after = { ...before, ...wished }
    return isSameStanding(before, after) ? before : this.#put(after, before)
  }

  /** As a person does by hand: into this place and out of all others. */
  move(id: string, place: string): StoredMail {
    return this.update(id, { places: new Set([place]) })
  }

  /** New words for a draft. */
  rewrite(id: string, raw: Uint8Array): StoredMail {
    const before = this.load(id)
    const headers = readHeaders(raw)
    this.#threads.add(before.threadId, headers)
    return this.#put({ ...before, raw, headers }, before)
  }

  /** For good. */
  remove(id: string): void {
    const mail = this.load(id)
    this.#mails.delete(id)
    this.#oldestFirst.splice(this.#oldestFirst.indexOf(id), 1)
    this.#note(this.#log.takeId(), mail, { before: mail, after: null })
  }

  hasThread(threadId: string): boolean {
    return this.#threads.has(threadId)
  }

  /** Whether a mail with these headers continues that thread. */
  belongsTo(threadId: string, headers: MailHeaders): boolean {
    return this.#threads.findThread(headers) === threadId
  }

  get userPlaces(): readonly UserPlace[] {
    return [...this.#userPlaces.values()]
  }

  putUserPlace(place: UserPlace): void {
    this.#userPlaces.set(place.id, place)
  }

  /** Takes the place away and every mail out of it; `fallback` is where mail without any place goes. */
  removeUserPlace(id: string, fallback?: string): void {
    this.#userPlaces.delete(id)
    for (const mail of this.list(id)) {
      const rest = [...mail.places].filter((place) => place !== id)
      const places = new Set(rest.length === 0 && fallback !== undefined ? [fallback] : rest)
      this.update(mail.id, { places })
    }
  }

  get newestChangeId(): bigint {
    return this.#log.newestId
  }

  /** `lost` where the log no longer reaches back that far, or never did. */
  changesAfter(id: bigint): readonly Change[] | 'lost' {
    return this.#log.after(id)
  }

  /** Every position given out before then is worthless, the newest one excepted; without a date, every one so far. */
  forgetChanges(before?: Date): void {
    this.#log.forget(before)
  }

  onChange(listener: (change: Change) => void): () => void {
    return this.#log.onChange(listener)
  }

  /** The user takes every app's access away, or changes the password. */
  endAccess(how: AccessEnd): void {
    this.#accessEnds.push(how)
  }

  /** What ended access granted when `accessEnds.length` was `since`. */
  accessEndSince(since: number): AccessEnd | null {
    return this.#accessEnds[since] ?? null
  }

  /** To keep with a grant, for `accessEndSince`. */
  get accessEndCount(): number {
    return this.#accessEnds.length
  }

  #put(mail: StoredMail, before: StoredMail | null): StoredMail {
    const stored = { ...mail, changeId: this.#log.takeId() }
    this.#mails.set(mail.id, stored)
    this.#note(stored.changeId, stored, { before, after: stored })
    return stored
  }

  #note(id: bigint, mail: StoredMail, { before, after }: Pick<Change, 'before' | 'after'>): void {
    this.#log.add({
      id,
      mailId: mail.id,
      threadId: mail.threadId,
      before: before && toStanding(before),
      after: after && toStanding(after),
    })
  }

  #insertByTime(mail: StoredMail): void {
    const timeOf = (id: string | undefined) => this.#mails.get(id ?? '')?.receivedAt.getTime() ?? 0
    let index = this.#oldestFirst.length
    while (index > 0 && timeOf(this.#oldestFirst[index - 1]) > mail.receivedAt.getTime()) index--
    this.#oldestFirst.splice(index, 0, mail.id)
  }
}

/** Without case and without what follows a plus: mail for both goes to the same place. */
export function toPlainAddress(address: string): string {
  return address.toLowerCase().replace(/\+[^@]*(?=@)/, '')
}

function toStanding({ places, marks, isRead }: Standing): Standing {
  return { places, marks, isRead }
}

function isSameStanding(one: Standing, other: Standing): boolean {
  return (
    one.isRead === other.isRead &&
    isSameSet(one.places, other.places) &&
    isSameSet(one.marks, other.marks)
  )
}

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((item) => other.has(item))
}
