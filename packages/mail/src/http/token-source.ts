import { minuteMs } from '@doorman/domain/time'
import type { Tokens } from '../consent.ts'
import { MailError } from '../mail-error.ts'

/** The provider rejected the access token (401). Callers see it only if a new token fails too. */
export class TokenRefused extends MailError {}

/**
 * Whether the answer to a part of a batch means that another token may help. The parts share one.
 */
export function isAboutToken(answer: unknown): answer is MailError {
  return (
    answer instanceof TokenRefused ||
    (answer instanceof MailError && answer.failure === 'permission-missing')
  )
}

/** Access tokens of one mailbox, refreshed when needed. */
export type TokenSource = {
  /**
   * Calls with a valid token. Calls once more after `TokenRefused`, with a refreshed token, and
   * after `permission-missing` if the user has connected the mailbox again since the token was
   * loaded.
   */
  use<Result>(call: (accessToken: string) => Promise<Result>): Promise<Result>
}

/** A token is refreshed this long before it expires, so that it stays valid during a call. */
const refreshMarginMs = minuteMs

export function createTokenSource({
  load,
  save,
  refresh,
  withLock,
  now,
}: {
  readonly load: () => Promise<Tokens>
  /** Compare and set: stores `next` if `previous` is still stored. Returns whether it did. */
  readonly save: (next: Tokens, previous: Tokens) => Promise<boolean>
  readonly refresh: (refreshToken: string) => Promise<Tokens>
  /** Holds this mailbox's lock while `run` runs. The lock works across processes. */
  readonly withLock: <Result>(run: () => Promise<Result>) => Promise<Result>
  readonly now: () => Date
}): TokenSource {
  let cached: Tokens | null = null
  let renewal: Promise<Tokens> | null = null

  const isFresh = ({ accessTokenExpiresAt }: Tokens) =>
    accessTokenExpiresAt.getTime() - refreshMarginMs > now().getTime()

  /**
   * Runs under the lock. Two processes may find the same token expired: the second one gets the
   * lock later, loads what the first one stored and does not refresh again.
   */
  async function loadOrRefresh(refused: string | null): Promise<Tokens> {
    const stored = await load()
    if (isFresh(stored) && stored.accessToken !== refused) return stored
    try {
      const next = await refresh(stored.refreshToken)
      return (await save(next, stored)) ? next : await load()
    } catch (error) {
      const isRevoked = error instanceof MailError && error.failure === 'access-revoked'
      const current = isRevoked ? await load() : stored
      // The user connected the mailbox again during the refresh. Only the old refresh token is
      // revoked.
      if (current.refreshToken !== stored.refreshToken) return current
      throw error instanceof MailError ? withoutDoubt(error) : error
    }
  }

  function renew(refused: string | null): Promise<Tokens> {
    renewal ??= withLock(() => loadOrRefresh(refused))
      .then((tokens) => (cached = tokens))
      .finally(() => (renewal = null))
    return renewal
  }

  async function findToken(): Promise<string> {
    cached ??= await load()
    return (isFresh(cached) ? cached : await renew(null)).accessToken
  }

  /** The token for a second try, or `null` if another token would not help. */
  async function findReplacement(accessToken: string, error: unknown): Promise<string | null> {
    if (error instanceof TokenRefused) {
      const isRenewed = cached !== null && cached.accessToken !== accessToken && isFresh(cached)
      return isRenewed ? findToken() : (await renew(accessToken)).accessToken
    }
    if (!(error instanceof MailError && error.failure === 'permission-missing')) return null
    // The user may have connected the mailbox again with this permission. Only the store has it.
    cached = await load()
    return cached.accessToken === accessToken ? null : findToken()
  }

  return {
    async use(call) {
      const accessToken = await findToken()
      try {
        return await call(accessToken)
      } catch (error) {
        const replacement = await findReplacement(accessToken, error)
        if (replacement === null) throw error
        return call(replacement)
      }
    },
  }
}

/** A failed refresh may be in doubt, but the call that needed the token was certainly not made. */
function withoutDoubt(error: MailError): MailError {
  const { failure, detail, retryAfterMs } = error
  return new MailError(failure, detail, { retryAfterMs, cause: error })
}
