/** How the user stands to a sender, as the mailbox knows it. Absent facts mean a stranger. */
export type Relationship = {
  readonly hasWrittenToSender: boolean
  readonly hasWrittenToDomain: boolean
  /** Same organisation. Never true for a freemail domain. */
  readonly sameOrg: boolean
  /** How many mails of theirs came earlier. Mail merely received is no proof of acquaintance. */
  readonly earlierMailFromSender: number
}

/** What the user has said of a sender: let in whatever they write, or kept out. */
export type Standing = 'trusted' | 'blocked'

export const stranger: Relationship = {
  hasWrittenToSender: false,
  hasWrittenToDomain: false,
  sameOrg: false,
  earlierMailFromSender: 0,
}
