import { MailError } from '../mail-error.ts'
import { isTransient, type Retry } from './retry.ts'

/**
 * Reads many things with few requests, in the order of `parts`. Asks again only for the parts with a
 * transient failure. A part with another failure, or whose retries are used up, has its error in the
 * result. Throws if a request fails as a whole, or if all of its parts have only transient failures.
 */
export async function askForEach<Part, Result>(
  parts: readonly Part[],
  ask: (parts: readonly Part[]) => Promise<readonly (Result | MailError)[]>,
  {
    retry,
    signal,
    maxAtOnce,
  }: { readonly retry: Retry; readonly signal: AbortSignal; readonly maxAtOnce: number },
): Promise<readonly (Result | MailError)[]> {
  const results: (Result | MailError)[] = []
  for (let start = 0; start < parts.length; start += maxAtOnce)
    results.push(...(await askForSome(parts.slice(start, start + maxAtOnce))))
  return results

  async function askForSome(some: readonly Part[]): Promise<readonly (Result | MailError)[]> {
    const answers = new Map<number, Result | MailError>()
    let open = [...some.keys()]
    const askForOpen = async () => {
      const asked = open
      const answered = await ask(some.filter((_, index) => asked.includes(index)))
      for (const [at, index] of asked.entries()) answers.set(index, answered[at] ?? malformed())
      open = asked.filter((index) => isTransient(answers.get(index)))
      const failure = findLongestWait(open.flatMap((index) => answers.get(index) ?? []))
      if (failure) throw failure
    }
    try {
      await retry(askForOpen, { signal, readBack: async () => null })
    } catch (error) {
      if (open.length === some.length) throw error
    }
    return [...some.keys()].map((index) => answers.get(index) ?? malformed())
  }
}

function malformed(): MailError {
  return new MailError('unavailable', 'malformed-batch')
}

function findLongestWait(answers: readonly unknown[]): MailError | null {
  const errors = answers.filter((one) => one instanceof MailError)
  return errors.reduce<MailError | null>(
    (longest, error) =>
      longest && (longest.retryAfterMs ?? 0) >= (error.retryAfterMs ?? 0) ? longest : error,
    null,
  )
}
