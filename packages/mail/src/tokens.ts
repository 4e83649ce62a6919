import type { Tokens } from './consent.ts'
import { MailError } from './mail-error.ts'

/** The provider does not take this access token. What kind of failure that is counts once a fresh one has been tried. */
export class TokenRefused extends MailError {}

/** Gives access to one mailbox with a token that is fresh. */
export type TokenSource = {
  /** A call that ends in `TokenRefused` is made once more, with a new token; one that lacks a permission only where there is another token by now. */
  use<Result>(call: (accessToken: string) => Promise<Result>): Promise<Result>
}

/** A token about to expire is renewed first, so that it lives as long as a call may take. */
const slackMs = 60_000

export function createTokenSource({
  load,
  save,
  refresh,
  withLock,
  now,
}: {
  readonly load: () => Promise<Tokens>
  /** Stores `next` if `previous` is still what is stored, and says whether it was. */
  readonly save: (next: Tokens, previous: Tokens) => Promise<boolean>
  readonly refresh: (refreshToken: string) => Promise<Tokens>
  /** One holder at a time for this mailbox, across processes. */
  readonly withLock: <Result>(run: () => Promise<Result>) => Promise<Result>
  readonly now: () => Date
}): TokenSource {
  let known: Tokens | null = null
  let renewing: Promise<Tokens> | null = null

  const isFresh = ({ accessTokenExpiresAt }: Tokens) =>
    accessTokenExpiresAt.getTime() - slackMs > now().getTime()

  /** Somebody else may have been quicker: then theirs serves. */
  async function loadOrRefresh(refused: string | null): Promise<Tokens> {
    const stored = await load()
    if (isFresh(stored) && stored.accessToken !== refused) return stored
    try {
      const next = await refresh(stored.refreshToken)
      return (await save(next, stored)) ? next : await load()
    } catch (error) {
      const isRevoked = error instanceof MailError && error.failure === 'access-revoked'
      const current = isRevoked ? await load() : stored
      // The user has just connected the mailbox again.
      if (current.refreshToken !== stored.refreshToken) return current
      throw error instanceof MailError ? withoutEffect(error) : error
    }
  }

  function renew(refused: string | null): Promise<Tokens> {
    renewing ??= withLock(() => loadOrRefresh(refused))
      .then((tokens) => (known = tokens))
      .finally(() => (renewing = null))
    return renewing
  }

  async function findToken(): Promise<string> {
    known ??= await load()
    return (isFresh(known) ? known : await renew(null)).accessToken
  }

  /** What to try with instead, where the failure may be the token's. */
  async function findOther(accessToken: string, error: unknown): Promise<string | null> {
    if (error instanceof TokenRefused) {
      const isRenewed = known !== null && known.accessToken !== accessToken && isFresh(known)
      return isRenewed ? findToken() : (await renew(accessToken)).accessToken
    }
    if (!(error instanceof MailError && error.failure === 'permission-missing')) return null
    // The user may have granted it since, with a new connection that only the store knows of.
    known = await load()
    return known.accessToken === accessToken ? null : findToken()
  }

  return {
    async use(call) {
      const accessToken = await findToken()
      try {
        return await call(accessToken)
      } catch (error) {
        const other = await findOther(accessToken, error)
        if (other === null) throw error
        return call(other)
      }
    },
  }
}

/** Whatever became of the token, the call it was for was not made. */
function withoutEffect(error: MailError): MailError {
  const { failure, detail, retryAfterMs } = error
  return new MailError(failure, detail, { retryAfterMs, cause: error })
}
