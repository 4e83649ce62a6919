import * as z from 'zod/mini'

export const UserId = z.uuid().brand<'UserId'>()
export type UserId = z.infer<typeof UserId>

export const MailboxId = z.uuid().brand<'MailboxId'>()
export type MailboxId = z.infer<typeof MailboxId>

/** A stored grant: the access that a provider gave us to one mailbox. */
export const GrantId = z.uuid().brand<'GrantId'>()
export type GrantId = z.infer<typeof GrantId>

export const DecisionId = z.uuid().brand<'DecisionId'>()
export type DecisionId = z.infer<typeof DecisionId>

export const PostId = z.uuid().brand<'PostId'>()
export type PostId = z.infer<typeof PostId>

export const CategoryId = z.uuid().brand<'CategoryId'>()
export type CategoryId = z.infer<typeof CategoryId>

export const AuthorId = z.uuid().brand<'AuthorId'>()
export type AuthorId = z.infer<typeof AuthorId>

/** One picture in all its sizes. */
export const PictureId = z.uuid().brand<'PictureId'>()
export type PictureId = z.infer<typeof PictureId>

/** A user's passkey. Our own id: the authenticator's can be a thousand characters long. */
export const PasskeyId = z.uuid().brand<'PasskeyId'>()
export type PasskeyId = z.infer<typeof PasskeyId>

/** The claim to send one smart response. */
export const ReplyId = z.uuid().brand<'ReplyId'>()
export type ReplyId = z.infer<typeof ReplyId>

/** A payer. The id is kept after the user is deleted, and does not name them. */
export const PayerId = z.uuid().brand<'PayerId'>()
export type PayerId = z.infer<typeof PayerId>

/** An email of ours to a user. */
export const EmailId = z.uuid().brand<'EmailId'>()
export type EmailId = z.infer<typeof EmailId>

/** A user's request to change their address. */
export const AddressChangeId = z.uuid().brand<'AddressChangeId'>()
export type AddressChangeId = z.infer<typeof AddressChangeId>

/** A login session, shown to its user as a device. */
export const SessionId = z.uuid().brand<'SessionId'>()
export type SessionId = z.infer<typeof SessionId>

export const ContactMessageId = z.uuid().brand<'ContactMessageId'>()
export type ContactMessageId = z.infer<typeof ContactMessageId>

/** The provider's id of a message. It does not change when the message is moved. */
export type ProviderMessageId = string & { readonly brand: 'ProviderMessageId' }
