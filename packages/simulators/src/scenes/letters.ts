import { parseAddresses } from '../world/mime.ts'
import type { Letter } from '../world/write-letter.ts'
import type { Scene, SceneMail } from './scene.ts'

/** A mail of the scene as a letter. A later round says the same under another Message-ID. */
export type ToLetter = (mail: SceneMail, date: Date, round?: number) => Letter

/** Makes the letters of one scene, in which answers name what they answer. */
export function createLetters({ mails, arrivals }: Scene): ToLetter {
  const byId = new Map([...mails, ...arrivals].map((mail) => [mail.id, mail]))
  const listEarlier = ({ inReplyTo }: SceneMail): string[] => {
    const answered = inReplyTo === null ? undefined : byId.get(inReplyTo)
    return answered ? [...listEarlier(answered), toMessageId(answered)] : []
  }
  return (mail, date, round = 0) => {
    const references = listEarlier(mail)
    return {
      from: toSender(mail),
      to: mail.to.flatMap(parseAddresses),
      cc: mail.cc.flatMap(parseAddresses),
      subject: mail.subject,
      date,
      messageId: toMessageId(mail, round),
      inReplyTo: references.at(-1) ?? null,
      references,
      headers: Object.entries(mail.headers).map(([name, value]) => ({ name, value })),
      text: mail.text,
      html: mail.html,
    }
  }
}

function toMessageId(mail: SceneMail, round = 0): string {
  const { address } = toSender(mail)
  const name = round === 0 ? mail.id : `${mail.id}.${round}`
  return `<${name}${address.slice(address.lastIndexOf('@'))}>`
}

function toSender({ id, from }: SceneMail): { name: string; address: string } {
  const [sender] = parseAddresses(from)
  if (!sender) throw new Error(`The mail ${id} has no sender`)
  return sender
}
