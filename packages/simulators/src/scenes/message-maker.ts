import { parseAddresses } from '../world/message/mime.ts'
import type { MessageContent } from '../world/message/write-message.ts'
import type { Scene, SceneMessage } from './scene.ts'

/** Makes a message of a scene. Later rounds have the same content and other Message-IDs. */
export type MessageMaker = (message: SceneMessage, date: Date, round?: number) => MessageContent

/** Makes the messages of one scene. Replies refer to the messages they reply to. */
export function createMessageMaker({ messages, arrivals }: Scene): MessageMaker {
  const byId = new Map([...messages, ...arrivals].map((message) => [message.id, message]))
  const listReferences = ({ inReplyTo }: SceneMessage): string[] => {
    const original = inReplyTo === null ? undefined : byId.get(inReplyTo)
    return original ? [...listReferences(original), toRfcMessageId(original)] : []
  }
  return (message, date, round = 0) => {
    const references = listReferences(message)
    return {
      from: toSender(message),
      to: message.to.flatMap(parseAddresses),
      cc: message.cc.flatMap(parseAddresses),
      subject: message.subject,
      date,
      rfcMessageId: toRfcMessageId(message, round),
      inReplyTo: references.at(-1) ?? null,
      references,
      headers: Object.entries(message.headers).map(([name, value]) => ({ name, value })),
      text: message.text,
      html: message.html,
    }
  }
}

function toRfcMessageId(message: SceneMessage, round = 0): string {
  const { address } = toSender(message)
  const name = round === 0 ? message.id : `${message.id}.${round}`
  return `<${name}${address.slice(address.lastIndexOf('@'))}>`
}

function toSender({ id, from }: SceneMessage): { name: string; address: string } {
  const [sender] = parseAddresses(from)
  if (!sender) throw new Error(`The message ${id} has no sender`)
  return sender
}
