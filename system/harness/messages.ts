import { productName } from '@doorman/domain/brand'
import { compose } from '@doorman/simulators/world/message/compose'
import type { MailStore } from '@doorman/simulators/world/mailbox/mail-store'
import type { StoredMessage } from '@doorman/simulators/world/mailbox/stored-message'
import type { World } from '@doorman/simulators/world/world'

/** The local model is certain that this is cold outreach. */
export const pitch = {
  subject: 'Quick question about your pipeline',
  text: `Hi Ann,

I came across your company and was impressed by your growth. I'm the founder of PipelineBoost. We help B2B teams like yours book 30+ qualified sales meetings a month, without hiring more SDRs. We did it for Acme and Globex: 3x more pipeline in 90 days.

Do you have 15 minutes for a quick call next week? If you're not the right person, who should I talk to? If you'd rather not hear from me, just let me know.

Best,
Dale Pruitt
Founder, PipelineBoost`,
}
/** A message from a business contact. */
export const question = {
  subject: 'Invoice 2231',
  text: `Hello,

the invoice for our order of last Tuesday says twelve boxes, and eleven have arrived. Could you look into it and send a corrected one?

Thank you,
Carla`,
}

type TestMessage = { readonly from: string; readonly subject: string; readonly text: string }

/** Delivers messages to mailboxes of this world. */
export function createDelivery(
  world: World,
): (store: MailStore, message: TestMessage) => StoredMessage {
  let count = 0
  return (store, message) => {
    count += 1
    const rfcMessageId = `<${count}@messages.example>`
    const composed = { ...message, to: store.address, date: world.clock.now(), rfcMessageId }
    return world.deliver(compose(composed), store.address)
  }
}

/** The id of Doorman's own label or folder. */
export function ownFolder(store: MailStore): string {
  return store.userFolders.find(({ name }) => name === productName)?.id ?? ''
}

/**
 * Collects the ids of messages that are moved to Doorman's folder from now on, one entry per move.
 */
export function watchMoves(store: MailStore): readonly string[] {
  const moved: string[] = []
  store.onChange(({ storedMessageId, before, after }) => {
    const own = ownFolder(store)
    if (after?.folders.has(own) && !before?.folders.has(own)) moved.push(storedMessageId)
  })
  return moved
}
