import { createLocalModel } from '@doorman/classifier/local/local-model'
import { toModelData } from '@doorman/classifier/local/model-data'
import { prepareMail } from '@doorman/classifier/local/prepare-mail'
import { MessageHeaders } from '@doorman/domain/message'
import { stranger } from '@doorman/domain/sender-facts'

/** Judges one mail with the model given; called by the journey from within the page. */
export function judge(model: string, subject: string, text: string) {
  const prepared = prepareMail(
    {
      from: { name: '', address: 'pat@vendor.example' },
      to: [],
      cc: [],
      replyTo: null,
      subject,
      body: { text, html: null },
      headers: new MessageHeaders(),
    },
    {
      relationship: stranger,
      isRelationshipKnown: false,
      isWhitelisted: false,
      standing: null,
      answersTheUser: false,
      isOwnAddress: false,
    },
    'full',
  )
  if (prepared.kind === 'skipped') throw new Error(prepared.reason)
  const { score, signals } = createLocalModel(toModelData(JSON.parse(model))).judge(prepared.mail)
  return { score, signals: [...signals] }
}
