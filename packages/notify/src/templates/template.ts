import type { ReactNode } from 'react'

/** What one email says. The layout is the same for all. */
export type Template = {
  readonly subject: string
  /** Mail programs show it after the subject in the list of emails, so it adds to the subject. */
  readonly preview: string
  readonly title: string
  readonly body: ReactNode
  readonly action: {
    readonly label: string
    readonly url: string
    /** Shows the URL below the button too, for readers who open it on another device. */
    readonly showsUrl?: boolean
  }
  /** Below the button, in small print. */
  readonly footnote?: string
  /** Where replies go, if not to the sender. */
  readonly replyTo?: string
}
