/**
 * The fields of Gmail's answers that Doorman reads. Gmail may leave out any of them: an empty list,
 * for example, is absent. https://developers.google.com/workspace/gmail/api/reference/rest
 */

export type Profile = { readonly emailAddress?: string; readonly historyId?: string }

export type Message = {
  readonly id?: string
  readonly threadId?: string
  readonly labelIds?: readonly string[]
  readonly internalDate?: string
  /** Text, escaped as HTML. */
  readonly snippet?: string
  readonly payload?: MessagePart
}

export type MessagePart = {
  readonly mimeType?: string
  readonly filename?: string
  readonly headers?: readonly { readonly name?: string; readonly value?: string }[]
  /** `data` is in base64url. An attachment has an id instead. */
  readonly body?: { readonly data?: string; readonly size?: number; readonly attachmentId?: string }
  readonly parts?: readonly MessagePart[]
}

export type MessageList = {
  readonly messages?: readonly Message[]
  readonly nextPageToken?: string
}

export type HistoryRecord = {
  readonly id?: string
  readonly messagesAdded?: readonly { readonly message?: Message }[]
  readonly messagesDeleted?: readonly { readonly message?: Message }[]
  readonly labelsAdded?: readonly LabelChange[]
  readonly labelsRemoved?: readonly LabelChange[]
}

type LabelChange = { readonly message?: Message; readonly labelIds?: readonly string[] }

export type HistoryPage = {
  readonly history?: readonly HistoryRecord[]
  readonly historyId?: string
  readonly nextPageToken?: string
}

export type Label = {
  readonly id?: string
  readonly name?: string
  readonly messagesTotal?: number
}

export type Draft = { readonly id?: string; readonly message?: Message }

export type SendAs = {
  readonly sendAsEmail?: string
  readonly displayName?: string
  readonly isPrimary?: boolean
  readonly verificationStatus?: string
}
