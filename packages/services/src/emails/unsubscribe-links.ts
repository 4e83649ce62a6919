import { optionalEmailKinds, type OptionalEmailKind } from '@doorman/domain/accounts/email-kinds'
import { AppError } from '@doorman/domain/app-error'
import { UserId } from '@doorman/domain/ids'
import type { Unsubscribe } from '@doorman/notify/notify'
import type { Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

const purpose = 'unsubscribe'

/** The links never expire: an old email can be unsubscribed from, too. */
export function toUnsubscribe(
  { signatures, publicUrl }: Context,
  userId: UserId,
  kind: OptionalEmailKind,
): Unsubscribe {
  const token = `${userId}.${kind}.${signatures.sign(purpose, `${userId}.${kind}`)}`
  return {
    kind,
    pageUrl: `${publicUrl}/unsubscribe?token=${token}`,
    oneClickUrl: `${publicUrl}/api/unsubscribe?token=${token}`,
  }
}

/**
 * The user and the kind of email in a token. Only wrong tokens count towards the limit: a signature
 * cannot be guessed, and a mail provider sends the clicks of all its users from one network.
 */
export async function readUnsubscribeToken(
  { signatures, limits }: Context,
  visitor: Visitor,
  token: string,
): Promise<{ readonly userId: UserId; readonly kind: OptionalEmailKind }> {
  const [id, kindText, signature = ''] = token.split('.')
  const userId = UserId.safeParse(id)
  const kind = optionalEmailKinds.find((known) => known === kindText)
  const isSigned = signatures.isValid(purpose, `${id}.${kindText}`, signature)
  if (userId.success && kind && isSigned) return { userId: userId.data, kind }
  await limits.count('link-ip', visitor.network)
  throw unknownLink()
}

export function unknownLink(): AppError {
  return new AppError(
    'invalid',
    'This link doesn’t work. You can choose your emails in Account Settings.',
  )
}
