import { domainOf, registeredDomain } from '@doorman/domain/mail/address-parts'
import { isFreemail } from '@doorman/domain/mail/freemail'
import { readdirSync, readFileSync } from 'node:fs'
import * as z from 'zod'
import type { Judgeable } from '../model/judgeable.ts'
import { findJudgeable, readLater } from '../judge-message.ts'
import { toSenderFacts, toMessage, type MessageRecord } from '../message-record.ts'

/** The messages that one person received over some weeks, as the model would have seen them. */
export type Inbox = {
  readonly name: string
  /** `null` if a rule keeps the message. */
  readonly received: readonly (Judgeable | null)[]
}

/** The mailboxes of the demo: lifelike, and not made difficult on purpose like the corpus. */
const folder = new URL('../../../simulators/src/scenes/', import.meta.url)

const sceneMessage = z.object({
  id: z.string(),
  folder: z.enum(['inbox', 'sent', 'archive']),
  from: z.string(),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  subject: z.string(),
  inReplyTo: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
  text: z.string(),
  html: z.string().nullable(),
})

export type SceneMessage = z.infer<typeof sceneMessage>

const arrivalsSuffix = '-arrivals.jsonl'

export async function readInboxes(): Promise<Inbox[]> {
  const inboxes = readdirSync(folder)
    .filter((file) => file.endsWith(arrivalsSuffix))
    .toSorted()
    .map(async (file) => {
      const name = file.slice(0, -arrivalsSuffix.length)
      const messages = [...readLines(`${name}.jsonl`), ...readLines(file)]
      return { name, received: await toReceived(messages) }
    })
  return Promise.all(inboxes)
}

/** Takes the messages in order of arrival: a sender is a stranger until the user writes to them. */
export async function toReceived(messages: readonly SceneMessage[]): Promise<(Judgeable | null)[]> {
  const writtenTo = new Set<string>()
  const sentIds = new Set<string>()
  const earlier = new Map<string, number>()
  const organisations = new Set(
    messages.filter(({ folder }) => folder === 'sent').map(({ from }) => organisationOf(from)),
  )
  const received: (Judgeable | null)[] = []
  for (const scene of messages) {
    if (scene.folder === 'sent') {
      sentIds.add(scene.id)
      for (const to of [...scene.to, ...scene.cc]) writtenTo.add(addressOf(to))
      continue
    }
    const sender = addressOf(scene.from)
    const organisation = organisationOf(sender)
    const record: MessageRecord = {
      ...scene,
      replyTo: null,
      body: scene.html ?? scene.text,
      headers: {
        ...scene.headers,
        'Message-ID': `<${scene.id}@scene.example>`,
        ...(scene.inReplyTo && { 'In-Reply-To': `<${scene.inReplyTo}@scene.example>` }),
      },
      facts: {
        hasWrittenToSender: writtenTo.has(sender),
        hasWrittenToDomain:
          organisation !== null &&
          [...writtenTo].some((address) => organisationOf(address) === organisation),
        sameOrg: organisation !== null && organisations.has(organisation),
        earlierMailFromSender: earlier.get(sender) ?? 0,
      },
    }
    earlier.set(sender, (earlier.get(sender) ?? 0) + 1)
    const message = toMessage(record)
    const facts = { ...toSenderFacts(record), answersTheUser: sentIds.has(scene.inReplyTo ?? '') }
    received.push(await findJudgeable(message, facts, readLater(message, 'full')))
  }
  return received
}

function addressOf(correspondent: string): string {
  return (/<([^<>]+)>/.exec(correspondent)?.[1] ?? correspondent).trim().toLowerCase()
}

/** `null` for freemail domains, which belong to no organisation of the sender. */
function organisationOf(correspondent: string): string | null {
  const domain = domainOf(addressOf(correspondent))
  return isFreemail(domain) ? null : registeredDomain(domain)
}

function readLines(file: string): SceneMessage[] {
  return readFileSync(new URL(file, folder), 'utf8')
    .trim()
    .split('\n')
    .map((line) => sceneMessage.parse(JSON.parse(line)))
}
