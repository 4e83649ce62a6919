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
  readonly howItWorks: Titled & { readonly steps: readonly [Point, Point, Point] }
  readonly tryIt: Titled & { readonly promise: string }
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
  readonly time: {
    readonly title: string
    readonly perDay: string
    readonly each: string
    readonly perMonth: string
    readonly perYear: string
  }
  readonly pricing: Titled
  readonly faq: { readonly title: string; readonly items: readonly Question[] }
  readonly finalCall: { readonly title: string; readonly text: string; readonly action: string }
  readonly contact: Titled & { readonly note: string }
}

type Titled = { readonly title: string; readonly lead: string }
type Point = { readonly title: string; readonly text: string }
export type Feature = Point & { readonly icon: 'judge' | 'sort' | 'door' | 'mailboxes' }
type Question = { readonly question: string; readonly answer: string }

type Claims = {
  readonly accuracy: string
  readonly professionals: string
  readonly coldEmailsPerDay: number
  readonly secondsEach: number
  readonly workingDaysPerMonth: number
  readonly hoursPerMonth: number
  readonly hoursPerYear: number
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

export type SocialNetwork = 'linkedin' | 'x' | 'instagram'

type Founder = {
  readonly name: string
  readonly role: string
  /** A file under `apps/web/public`. Without one the initials are shown. */
  readonly photo: string | null
  readonly paragraphs: readonly string[]
  readonly social: readonly { readonly network: SocialNetwork; readonly url: string }[]
}
