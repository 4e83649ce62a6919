import { writeMessage } from '../world/message/write-message.ts'
import { minuteMs } from '../world/time.ts'
import type { World } from '../world/world.ts'
import { Arrivals, type UpcomingMessages } from './arrivals.ts'
import { createMessageMaker } from './message-maker.ts'
import { visitorMailboxes, type SceneSource, type SceneMailbox } from './people.ts'
import { replyingSenders } from './replying-senders.ts'
import { loadScene } from './scene.ts'

/** Fills a world for the demo: mailboxes, senders that reply, and later arrivals. */
export function openScenes(
  world: World,
  mailboxes: readonly SceneMailbox[] = visitorMailboxes,
): Arrivals {
  for (const sender of replyingSenders) world.addExternalAddress(sender)
  return new Arrivals(
    world,
    mailboxes.map((mailbox) => addMailbox(world, mailbox)),
  )
}

function addMailbox(world: World, mailbox: SceneMailbox): UpcomingMessages {
  const { provider, name, about, user, domain, also } = mailbox
  const main = readSource(world, mailbox, mailbox)
  const other = also ? readSource(world, mailbox, also).messages : []
  const messages = [...main.messages, ...other].toSorted(
    (one, next) => one.receivedAt.getTime() - next.receivedAt.getTime(),
  )
  const store = world.addMailbox({ provider, address: `${user}@${domain}`, name, about, messages })
  return { store, messages: main.arrivals, makeMessage: main.makeMessage }
}

/** The messages of a scene as they are in a mailbox, and those that arrive later. */
function readSource(
  world: World,
  { domain, ageFactor = 1 }: SceneMailbox,
  { scene: name, sceneDomain, renames = [] }: SceneSource,
) {
  const scene = loadScene(name, { domain: sceneDomain, as: domain, renames })
  const makeMessage = createMessageMaker(scene)
  const nowMs = world.clock.now().getTime()
  const messages = scene.messages.map((message) => {
    const receivedAt = new Date(nowMs - message.minutesAgo * ageFactor * minuteMs)
    const raw = writeMessage(makeMessage(message, receivedAt))
    return { raw, folders: [message.folder], isRead: message.isRead, receivedAt }
  })
  return { messages, arrivals: scene.arrivals, makeMessage }
}
