/** The shape of `site.ts`. */
export type Site = {
  /** One sentence for search engines and link previews. */
  readonly description: string
  readonly claims: Claims
  readonly hero: {
    readonly title: string
    readonly lead: string
    readonly action: string
    readonly note: string
  }
  /** Paths under `apps/web/public`. Without the files the page leaves the video out. */
  readonly video: {
    readonly title: string
    readonly mp4: string
    readonly webm: string
    readonly poster: string
    readonly captions: string
    /** Drawn in the video. After a change run `npm run video`. */
    readonly figures: {
      readonly coldEmailsPerDay: number
      readonly secondsEach: number
      readonly hoursPerYear: number
    }
    /** What each chapter shows: the captions, and a text version for those who do not watch. */
    readonly story: {
      readonly filling: string
      readonly clock: string
      readonly phone: string
      readonly sorting: string
      readonly metBefore: string
      readonly ending: string
    }
  }
  readonly appPicture: { readonly alt: string; readonly caption: string }
  readonly howItWorks: Titled & { readonly steps: readonly [Point, Point, Point] }
  readonly tryIt: Titled & {
    readonly promise: string
    /** The link after a verdict. */
    readonly invitation: string
  }
  readonly callers: {
    readonly title: string
    readonly text: readonly string[]
    readonly silenced: readonly {
      readonly caller: string
      readonly email: string
      readonly from: string
    }[]
  }
  readonly features: { readonly title: string; readonly items: readonly Feature[] }
  readonly testimonials: {
    readonly title: string
    readonly note: string
    readonly items: readonly Testimonial[]
  }
  readonly founder: Founder
  readonly privacy: {
    readonly title: string
    readonly layers: readonly [Point, Point, Point]
    readonly note: string
  }
  readonly time: { readonly title: string }
  readonly pricing: Titled
  readonly faq: { readonly title: string; readonly items: readonly Question[] }
  readonly finalCall: { readonly title: string; readonly text: string; readonly action: string }
  readonly accuracy: Titled & {
    readonly description: string
    /** An article that explains the figures. */
    readonly article: { readonly label: string; readonly href: string } | null
  }
  readonly contact: Titled & { readonly note: string }
}

type Titled = { readonly title: string; readonly lead: string }
type Point = { readonly title: string; readonly text: string }
export type Feature = Point & { readonly icon: 'judge' | 'sort' | 'door' | 'mailboxes' }
type Question = { readonly question: string; readonly answer: string }

/** How a figure is to be measured, and where to read more. */
export type ClaimNote = {
  readonly text: string
  readonly links: readonly { readonly label: string; readonly href: string }[]
}

export type Claim = {
  readonly figure: string
  readonly label: string
  /** A footnote. Claims that share a note also share its number. */
  readonly note: ClaimNote
}

/** In the order of the page. The page leaves out a claim that is `null`, with its footnote. */
export type Claims = {
  readonly accuracy: Claim | null
  readonly professionals: Claim | null
  readonly coldEmailsPerDay: Claim | null
  readonly secondsEach: Claim | null
  readonly hoursPerMonth: Claim | null
  readonly hoursPerYear: Claim | null
}

/** An example shows a use case. It has no name and no photo, since it quotes no real person. */
export type Testimonial =
  | { readonly kind: 'example'; readonly title: string; readonly text: string }
  | {
      readonly kind: 'quote'
      readonly name: string
      readonly title: string
      readonly text: string
      /** A file under `apps/web/public`. */
      readonly photo: string | null
    }

export type SocialNetwork = 'linkedin' | 'x' | 'instagram' | 'feed'

type Founder = {
  readonly name: string
  readonly role: string
  /** A file under `apps/web/public`. Without one the initials are shown. */
  readonly photo: string | null
  readonly paragraphs: readonly string[]
  /** Only profiles that exist. Without any, none are shown. */
  readonly social: readonly { readonly network: SocialNetwork; readonly url: string }[]
}
