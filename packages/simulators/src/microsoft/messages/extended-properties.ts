import type { Message } from '@microsoft/microsoft-graph-types'
import type { StoredMessage } from '../../world/mailbox/stored-message.ts'
import { notSimulated } from '../graph/graph-error.ts'

/**
 * Properties that apps give to a message, stored as marks. Exchange takes them along when it sends
 * a draft (https://learn.microsoft.com/graph/api/resources/extended-properties-overview).
 */
export const propertyPrefix = 'property:'

/** `PidTagAutoResponseSuppress`, from which Exchange writes `X-Auto-Response-Suppress`. */
const suppressId = 'integer 0x3fdf'

export function suppressesResponses(message: Pick<StoredMessage, 'marks'>): boolean {
  return listProperties(message).some(({ id, value }) => id === suppressId && value !== '0')
}

/** The ids in `$expand=singleValueExtendedProperties($filter=id eq '…')`. */
export function parseExpand(option: string | null): readonly string[] {
  if (option === null) return []
  const [, filter = ''] = /^singleValueExtendedProperties\(\$filter=(.*)\)$/i.exec(option) ?? []
  const ids = filter.split(/ or /i).map((part) => /^\s*id eq '([^']+)'\s*$/i.exec(part)?.[1])
  return ids.map((id) => {
    if (id === undefined) throw notSimulated(`the expansion '${option}'`)
    return id
  })
}

/** Graph leaves the list out if the message has none of these properties. */
export function toExpanded(
  message: StoredMessage,
  ids: readonly string[],
): Pick<Message, 'singleValueExtendedProperties'> {
  const wanted = new Set(ids.map((id) => id.toLowerCase()))
  const found = listProperties(message).filter(({ id }) => wanted.has(id))
  return found.length === 0 ? {} : { singleValueExtendedProperties: found }
}

function listProperties({ marks }: Pick<StoredMessage, 'marks'>): { id: string; value: string }[] {
  return [...marks]
    .filter((mark) => mark.startsWith(propertyPrefix))
    .map((mark) => {
      const [, id = '', value = ''] =
        /^([^=]+)=(.*)$/s.exec(mark.slice(propertyPrefix.length)) ?? []
      return { id, value }
    })
}
