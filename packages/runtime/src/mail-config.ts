/** Google, as an operator has set it up. */
export type GoogleConfig = {
  readonly clientId: string
  readonly clientSecret: string
  /** `null` for Google itself, which has a host for each purpose. */
  readonly oauthUrl: string | null
  readonly apiUrl: string
  /** `projects/…/topics/…`, to which Gmail tells of changes. */
  readonly pushTopic: string
  /** The service account that signs for what Pub/Sub pushes to us. */
  readonly pushAccount: string
}

/** Microsoft's identity platform and Graph, as an operator has set them up. */
export type MicrosoftConfig = {
  readonly clientId: string
  readonly clientSecret: string
  readonly loginUrl: string
  readonly graphUrl: string
}
