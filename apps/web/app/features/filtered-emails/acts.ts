import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import type { DecisionId } from '@doorman/domain/ids'

/** What a person does with emails. `undo`: set aside again, as it was at first. */
export type Act = 'restore' | 'spam' | 'undo'

/** One act, on emails as they were before it. */
export type Wish = { readonly act: Act; readonly emails: readonly FilteredEmail[] }

const actionAfter = { restore: 'restored', spam: 'spam', undo: undefined } as const
const actBackTo = { restored: 'restore', spam: 'spam', none: 'undo' } as const

/** The emails as they will be when everything that is under way has gone well. */
export function withWishes(
  emails: readonly FilteredEmail[],
  wishes: readonly Wish[],
): readonly FilteredEmail[] {
  if (wishes.length === 0) return emails
  const acts = new Map(wishes.flatMap(({ act, emails }) => emails.map(({ id }) => [id, act])))
  return emails.map((email) => {
    const act = acts.get(email.id)
    return act ? withAct(email, act) : email
  })
}

export function withAct(email: FilteredEmail, act: Act): FilteredEmail {
  const { action: _before, ...rest } = email
  const action = actionAfter[act]
  return action ? { ...rest, action } : rest
}

/** Leaves out what the act would not change, and what nobody can move any more. */
export function toChanged(emails: readonly FilteredEmail[], act: Act): readonly FilteredEmail[] {
  return emails.filter(({ action, isGone }) => !isGone && action !== actionAfter[act])
}

/** What takes a wish back: each email becomes again what it was. */
export function toReversal({ act, emails }: Wish): Wish[] {
  const groups = Map.groupBy(emails, ({ action }) => actBackTo[action ?? 'none'])
  return [...groups].map(([back, group]) => ({
    act: back,
    emails: group.map((email) => withAct(email, act)),
  }))
}

export function toIds(emails: readonly FilteredEmail[]): DecisionId[] {
  return emails.map(({ id }) => id)
}

/** What a person has before them when they choose; if it is something else by then, the server does nothing. */
export function toSeen({ action }: FilteredEmail): 'none' | 'restored' | 'spam' {
  return action ?? 'none'
}

/** Emails that look the same, as many as one call may take. */
export type Batch = { readonly seen: ReturnType<typeof toSeen>; readonly ids: DecisionId[] }

/** As few calls as the server allows. */
export function toBatches(emails: readonly FilteredEmail[], most: number): Batch[] {
  return [...Map.groupBy(emails, toSeen)].flatMap(([seen, group]) => {
    const ids = toIds(group)
    return Array.from({ length: Math.ceil(ids.length / most) }, (_, index) => ({
      seen,
      ids: ids.slice(index * most, (index + 1) * most),
    }))
  })
}
