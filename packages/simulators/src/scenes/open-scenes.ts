import type { Provider } from '../world/mail-store.ts'
import type { DeliveredMail, World } from '../world/world.ts'
import { writeLetter } from '../world/write-letter.ts'
import { answeringSenders } from './answering-senders.ts'
import { Arrivals, type Expectation } from './arrivals.ts'
import { createLetters } from './letters.ts'
import { people, type Person } from './people.ts'
import { loadScene } from './scene.ts'

const minuteMs = 60_000

/** Fills a world for the demo: the same three people with each provider, those who answer them, and what is yet to come. */
export function openScenes(world: World): Arrivals {
  for (const sender of answeringSenders) world.addOutsider(sender)
  const providers = ['google', 'microsoft'] as const
  return new Arrivals(
    world,
    providers.flatMap((provider) => people.map((person) => move(world, person, provider))),
  )
}

function move(world: World, person: Person, provider: Provider): Expectation {
  const { scene: sceneName, name, about, user, domains } = person
  const domain = domains[provider]
  const scene = loadScene(sceneName, { domain: domains.google, as: domain })
  const toLetter = createLetters(scene)
  const nowMs = world.clock.now().getTime()
  const mails = scene.mails.map((mail): DeliveredMail => {
    const date = new Date(nowMs - mail.minutesAgo * minuteMs)
    const raw = writeLetter(toLetter(mail, date))
    return { raw, places: [mail.folder], isRead: mail.isRead, receivedAt: date }
  })
  const store = world.addMailbox({ provider, address: `${user}@${domain}`, name, about, mails })
  return { store, mails: scene.arrivals, toLetter }
}
