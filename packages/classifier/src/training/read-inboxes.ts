import { domainOf, registeredDomain } from '@doorman/domain/address-parts'
import { isFreemail } from '@doorman/domain/freemail'
import { readdirSync, readFileSync } from 'node:fs'
import * as z from 'zod'
import type { Judgeable } from '../local/judgeable.ts'
import { prepareMail } from '../local/prepare-mail.ts'
import { toKnownFacts, toMessage, type MailRecord } from '../mail-record.ts'

/** The mail one person got over some weeks, as the model would have met it. */
export type Inbox = {
  readonly name: string
  /** `null`: a rule leaves it alone. */
  readonly received: readonly (Judgeable | null)[]
}

/** The mailboxes of the demo: lifelike, written for another purpose, and unlike the corpus not hard on purpose. */
const folder = new URL('../../../simulators/src/scenes/', import.meta.url)

const sceneMail = z.object({
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

export type SceneMail = z.infer<typeof sceneMail>

const laterSuffix = '-arrivals.jsonl'

export function readInboxes(): Inbox[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(laterSuffix))
    .toSorted()
    .map((file) => {
      const name = file.slice(0, -laterSuffix.length)
      const mails = [...readLines(`${name}.jsonl`), ...readLines(file)]
      return { name, received: toReceived(mails) }
    })
}

/** In the order in which they came: whom the user writes to later is a stranger until then. */
export function toReceived(mails: readonly SceneMail[]): (Judgeable | null)[] {
  const writtenTo = new Set<string>()
  const sentIds = new Set<string>()
  const earlier = new Map<string, number>()
  const organisations = new Set(
    mails.filter((mail) => mail.folder === 'sent').map((mail) => organisationOf(mail.from)),
  )
  const received: (Judgeable | null)[] = []
  for (const mail of mails) {
    if (mail.folder === 'sent') {
      sentIds.add(mail.id)
      for (const to of [...mail.to, ...mail.cc]) writtenTo.add(addressOf(to))
      continue
    }
    const sender = addressOf(mail.from)
    const organisation = organisationOf(sender)
    const record: MailRecord = {
      ...mail,
      replyTo: null,
      body: mail.html ?? mail.text,
      headers: {
        ...mail.headers,
        'Message-ID': `<${mail.id}@scene.example>`,
        ...(mail.inReplyTo && { 'In-Reply-To': `<${mail.inReplyTo}@scene.example>` }),
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
    const prepared = prepareMail(
      toMessage(record),
      { ...toKnownFacts(record), answersTheUser: sentIds.has(mail.inReplyTo ?? '') },
      'full',
    )
    received.push(prepared.kind === 'judgeable' ? prepared.mail : null)
  }
  return received
}

function addressOf(correspondent: string): string {
  return (/<([^<>]+)>/.exec(correspondent)?.[1] ?? correspondent).trim().toLowerCase()
}

/** `null` where a domain says nothing of an organisation. */
function organisationOf(correspondent: string): string | null {
  const domain = domainOf(addressOf(correspondent))
  return isFreemail(domain) ? null : registeredDomain(domain)
}

function readLines(file: string): SceneMail[] {
  return readFileSync(new URL(file, folder), 'utf8')
    .trim()
    .split('\n')
    .map((line) => sceneMail.parse(JSON.parse(line)))
}
