import { productName, replyMarker } from '@doorman/domain/brand'
import { findText, listJson, listText, type Json } from '../graph/json.ts'

/** Visible in Outlook, so that users see which messages they did not write. */
const replyCategory = productName

/**
 * A property that only apps see. Two marks, because Graph does not show the headers of sent
 * messages, and users delete categories.
 * https://learn.microsoft.com/graph/api/resources/extended-properties-overview
 */
const markProperty = `String {6f6f1d0a-5a64-4c8f-9d3e-2b7c51e0a9d4} Name ${replyMarker}`

/**
 * `PidTagAutoResponseSuppress`, all kinds. Exchange may drop the header of the same meaning.
 * https://learn.microsoft.com/openspecs/exchange_server_protocols/ms-oxomsg/
 */
const suppressProperty = 'Integer 0x3FDF'

/** For `$expand` in a query of one message or of a list. Delta queries fail with it. */
export const replyMarkExpansion = `singleValueExtendedProperties($filter=id eq '${markProperty}')`

/**
 * For createReply. The properties of toReplyMark are set later: Graph doesn't document that createReply
 * accepts them.
 */
export const categoryMark = { categories: [replyCategory] }

/** For a draft before it is sent. */
export function toReplyMark(claimId: string): object {
  return {
    ...categoryMark,
    singleValueExtendedProperties: [
      { id: markProperty, value: claimId },
      { id: suppressProperty, value: '-1' },
    ],
  }
}

/** Whether Doorman wrote the message. */
export function isOurReply(message: Json): boolean {
  return hasCategory(message) || listJson(message, 'singleValueExtendedProperties').some(isMark)
}

export function hasCategory(message: Json): boolean {
  return listText(message, 'categories').includes(replyCategory)
}

/** Exchange may answer with the id in another case. */
function isMark(property: Json): boolean {
  return findText(property, 'id')?.toLowerCase() === markProperty.toLowerCase()
}
