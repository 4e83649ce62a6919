export type GoogleConfig = {
  readonly clientId: string
  readonly clientSecret: string
  /** `null`: Google's own hosts, one per purpose. */
  readonly oauthUrl: string | null
  readonly apiUrl: string
  /** Only for a simulator: where users read their mail. */
  readonly webUrl?: string
  /** The Pub/Sub topic `projects/…/topics/…` that Gmail publishes changes to. `null`: no push. */
  readonly pushTopic: string | null
  /** The service account that signs Pub/Sub's push requests. `null`: no push. */
  readonly pushAccount: string | null
}

export type MicrosoftConfig = {
  readonly clientId: string
  readonly clientSecret: string
  readonly loginUrl: string
  readonly graphUrl: string
}
