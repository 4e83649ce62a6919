import { productName } from '@doorman/domain/brand'
import { compose } from '@doorman/simulators/world/compose'
import type { MailStore, StoredMail } from '@doorman/simulators/world/mail-store'
import type { World } from '@doorman/simulators/world/world'

/** Beyond doubt to the local model. */
export const pitch = {
  subject: 'Quick question about your pipeline',
  text: `Hi Ann,

I came across your company and was impressed by your growth. I'm the founder of PipelineBoost. We help B2B teams like yours book 30+ qualified sales meetings a month, without hiring more SDRs. We did it for Acme and Globex: 3x more pipeline in 90 days.

Do you have 15 minutes for a quick call next week? If you're not the right person, who should I talk to? If you'd rather not hear from me, just let me know.

Best,
Dale Pruitt
Founder, PipelineBoost`,
}
/** From somebody the user does business with. */
export const question = {
  subject: 'Invoice 2231',
  text: `Hello,

the invoice for our order of last Tuesday says twelve boxes, and eleven have arrived. Could you look into it and send a corrected one?

Thank you,
Carla`,
}

type Letter = { readonly from: string; readonly subject: string; readonly text: string }

/** Brings letters to mailboxes of this world. */
export function createPost(world: World): (store: MailStore, letter: Letter) => StoredMail {
  let letters = 0
  return (store, letter) => {
    letters += 1
    const messageId = `<${letters}@letters.example>`
    const mail = { ...letter, to: store.address, date: world.clock.now(), messageId }
    return world.deliver(compose(mail), store.address)
  }
}

/** Doorman's own label or folder. */
export function ourPlace(store: MailStore): string {
  return store.userPlaces.find(({ name }) => name === productName)?.id ?? ''
}

/** The mails that come under our label or into our folder from now on, one entry each time. */
export function watchMoves(store: MailStore): readonly string[] {
  const moved: string[] = []
  store.onChange(({ mailId, before, after }) => {
    const place = ourPlace(store)
    if (after?.places.has(place) && !before?.places.has(place)) moved.push(mailId)
  })
  return moved
}
