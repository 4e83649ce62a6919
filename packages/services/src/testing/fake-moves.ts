import type { DecisionId, MailboxId } from '@doorman/domain/ids'
import type { FakeMailbox } from '@doorman/mail/testing/fake-mailbox'
import { moveMessage } from '../pipeline/moving/move-message.ts'
import { moveMessages } from '../pipeline/moving/move-messages.ts'
import type { Context } from '../ports/context.ts'
import type { JobOutcome } from '../ports/jobs.ts'

type Work = { readonly mailboxId: MailboxId; readonly decisionId: DecisionId }

/** Both ways to move a message: by a job of its own, and together with others of its mailbox. */
export const waysToMove: readonly {
  readonly way: string
  move(ctx: Context, work: Work): Promise<JobOutcome>
}[] = [
  { way: 'alone', move: moveMessage },
  { way: 'in a batch', move: (ctx, { mailboxId }) => moveMessages(ctx, { mailboxId }) },
]

type Intercept = (run: () => Promise<void>) => Promise<void>

/** Runs in place of the next move at the provider, whichever way it comes. `run` makes that move. */
export function interceptMove(box: FakeMailbox, intercept: Intercept): void {
  const { move, moveMessages } = box
  const restore = () => Object.assign(box, { move, moveMessages })
  box.move = async (id, to) => {
    restore()
    await intercept(() => box.move(id, to))
  }
  box.moveMessages = async (ids, to) => {
    restore()
    let failed: Awaited<ReturnType<FakeMailbox['moveMessages']>> = new Map()
    await intercept(async () => {
      failed = await box.moveMessages(ids, to)
    })
    return failed
  }
}

/** Runs before the next look at where a message is. */
export function interceptLook(box: FakeMailbox, intercept: () => Promise<unknown>): void {
  const { loadMessage, locateMessages } = box
  const restore = () => Object.assign(box, { loadMessage, locateMessages })
  box.loadMessage = async (id) => {
    restore()
    await intercept()
    return box.loadMessage(id)
  }
  box.locateMessages = async (ids) => {
    restore()
    await intercept()
    return box.locateMessages(ids)
  }
}

/** The next move reaches the provider; then the worker is killed before it can record it. */
export function killAfterMove(
  ctx: Context,
  box: FakeMailbox,
  before: () => Promise<unknown> = async () => {},
): Context {
  let isMoved = false
  interceptMove(box, async (run) => {
    await before()
    await run()
    isMoved = true
  })
  const now = () => {
    if (isMoved) throw new Error('killed')
    return ctx.now()
  }
  return { ...ctx, now }
}

/** Runs `before` once, right before the next transaction of the context. */
export function beforeTransaction(ctx: Context, before: () => Promise<unknown>): Context {
  const db = Object.create(ctx.db) as Context['db']
  let isFirst = true
  db.transaction = async (...args) => {
    if (isFirst) {
      isFirst = false
      await before()
    }
    return ctx.db.transaction(...args)
  }
  return { ...ctx, db }
}
