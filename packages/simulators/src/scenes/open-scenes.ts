import type { SimulatedProvider } from '../world/mailbox/stored-message.ts'
import { writeMessage } from '../world/message/write-message.ts'
import { minuteMs } from '../world/time.ts'
import type { IncomingMessage, World } from '../world/world.ts'
import { Arrivals, type UpcomingMessages } from './arrivals.ts'
import { createMessageMaker } from './message-maker.ts'
import { people, type Person } from './people.ts'
import { replyingSenders } from './replying-senders.ts'
import { loadScene } from './scene.ts'

/**
 * Fills a world for the demo: the same three people at each provider, senders that reply, and later
 * arrivals.
 */
export function openScenes(world: World): Arrivals {
  for (const sender of replyingSenders) world.addExternalAddress(sender)
  const providers = ['google', 'microsoft'] as const
  return new Arrivals(
    world,
    providers.flatMap((provider) => people.map((person) => addPerson(world, person, provider))),
  )
}

function addPerson(world: World, person: Person, provider: SimulatedProvider): UpcomingMessages {
  const { scene: sceneName, name, about, user, domains } = person
  const domain = domains[provider]
  const scene = loadScene(sceneName, { domain: domains.google, as: domain })
  const makeMessage = createMessageMaker(scene)
  const nowMs = world.clock.now().getTime()
  const messages = scene.messages.map((message): IncomingMessage => {
    const date = new Date(nowMs - message.minutesAgo * minuteMs)
    const raw = writeMessage(makeMessage(message, date))
    return { raw, folders: [message.folder], isRead: message.isRead, receivedAt: date }
  })
  const store = world.addMailbox({ provider, address: `${user}@${domain}`, name, about, messages })
  return { store, messages: scene.arrivals, makeMessage }
}
