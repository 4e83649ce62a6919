export type GoogleConfig = {
  readonly clientId: string
  readonly clientSecret: string
  /** `null`: Google's own hosts, one per purpose. */
  readonly oauthUrl: string | null
  readonly apiUrl: string
  /** The Pub/Sub topic `projects/…/topics/…` that Gmail publishes changes to. */
  readonly pushTopic: string
  /** The service account that signs Pub/Sub's push requests. */
  readonly pushAccount: string
}

export type MicrosoftConfig = {
  readonly clientId: string
  readonly clientSecret: string
  readonly loginUrl: string
  readonly graphUrl: string
}
