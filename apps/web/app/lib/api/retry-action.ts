import { text } from '../text.ts'
import type { ToastAction } from '../toast.ts'
import { isUnreachable } from './call.ts'

/** The button of a toast about a request that did not reach us. Another failure would only repeat itself. */
export function toRetry(error: unknown, retry: () => void): ToastAction | undefined {
  return isUnreachable(error) ? { ...text.tryAgain, onChoose: retry } : undefined
}
