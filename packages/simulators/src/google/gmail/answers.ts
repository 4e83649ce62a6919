import type { gmail_v1 } from '@googleapis/gmail'

declare const isChecked: unique symbol

/** A value that Google's own types have checked. Only the functions below make one. */
export type Checked<Known> = Known & { readonly [isChecked]: true }

/** The body of a response. Everything that Gmail answers is one of these. */
export type Answer = { readonly [isChecked]: true }

type IsSame<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false

/** `Given`, unless it has a field, at any depth, that is not in `Known`. */
type Exact<Known, Given> = Given extends readonly (infer Item)[]
  ? Known extends readonly (infer KnownItem)[]
    ? Exact<KnownItem, Item>[]
    : never
  : Given extends object
    ? IsSame<Given, Checked<Known>> extends true
      ? Given
      : {
          [Key in keyof Given]: Key extends keyof Known
            ? Exact<NonNullable<Known[Key]>, Given[Key]>
            : Key extends typeof isChecked
              ? Given[Key]
              : never
        }
    : Given

function check<Known>() {
  return <Given extends Known>(value: Given & Exact<Known, Given>): Checked<Known> =>
    value as unknown as Checked<Known>
}

/** A field that Google's types don't know fails the type check. */
export const checked = {
  profile: check<gmail_v1.Schema$Profile>(),
  message: check<gmail_v1.Schema$Message>(),
  messagePart: check<gmail_v1.Schema$MessagePart>(),
  messagePartBody: check<gmail_v1.Schema$MessagePartBody>(),
  messages: check<gmail_v1.Schema$ListMessagesResponse>(),
  draft: check<gmail_v1.Schema$Draft>(),
  drafts: check<gmail_v1.Schema$ListDraftsResponse>(),
  label: check<gmail_v1.Schema$Label>(),
  labels: check<gmail_v1.Schema$ListLabelsResponse>(),
  history: check<gmail_v1.Schema$History>(),
  historyPage: check<gmail_v1.Schema$ListHistoryResponse>(),
  sendAs: check<gmail_v1.Schema$SendAs>(),
  sendAsList: check<gmail_v1.Schema$ListSendAsResponse>(),
  watch: check<gmail_v1.Schema$WatchResponse>(),
}
