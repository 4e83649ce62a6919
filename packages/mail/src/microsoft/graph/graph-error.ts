import { MailError, type MailFailure } from '../../mail-error.ts'

/** An error answer of Graph. */
export class GraphError extends MailError {
  readonly status: number
  /** `null` if the answer is not from Graph but, for example, an HTML page of a proxy. */
  readonly code: string | null

  constructor(
    failure: MailFailure,
    { status, code }: { readonly status: number; readonly code: string | null },
    options: { readonly retryAfterMs: number | null; readonly mayHaveHappened: boolean },
  ) {
    super(failure, toDetail(status, code), options)
    this.status = status
    this.code = code
  }
}

export function toDetail(status: number, code: string | null): string {
  return code === null ? String(status) : `${status} ${code}`
}

export function isGone(error: unknown): boolean {
  return error instanceof MailError && error.failure === 'gone'
}
