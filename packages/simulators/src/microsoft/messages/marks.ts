import type { StoredMessage } from '../../world/mailbox/stored-message.ts'
import { badRequest } from '../graph/graph-error.ts'
import { checkFields, readText, type JsonObject } from '../graph/route.ts'
import { propertyPrefix } from './extended-properties.ts'
import { categoryPrefix } from './message-view.ts'

/** New categories replace all others, a new property those with its id. */
export function toMarks({ marks }: StoredMessage, fields: JsonObject): ReadonlySet<string> {
  const properties = toPropertyMarks(fields)
  const isReplaced = (mark: string) =>
    ('categories' in fields && mark.startsWith(categoryPrefix)) ||
    properties.some((property) => mark.startsWith(property.slice(0, property.indexOf('=') + 1)))
  const others = [...marks].filter((mark) => !isReplaced(mark))
  return new Set([...others, ...toCategoryMarks(fields), ...properties])
}

export function toCategoryMarks({ categories = [] }: JsonObject): readonly string[] {
  if (!Array.isArray(categories) || !categories.every((name) => typeof name === 'string'))
    throw badRequest("The property 'categories' must be a list of names.")
  return categories.map((name) => categoryPrefix + name)
}

/** The type, then a tag such as `0x3FDF`, or a namespace and a name. */
const idPattern =
  /^(String|Integer|Boolean|SystemTime) (0x[0-9a-f]{1,8}|\{[0-9a-f-]{36}\} (Name .+|Id 0x[0-9a-f]+))$/i

function toPropertyMarks({ singleValueExtendedProperties = [] }: JsonObject): string[] {
  if (!Array.isArray(singleValueExtendedProperties))
    throw badRequest("The property 'singleValueExtendedProperties' must be a list.")
  return singleValueExtendedProperties.map((item) => {
    const property = checkFields(item, ['id', 'value'], 'an extended property')
    const id = readText(property, 'id')
    if (!idPattern.test(id)) throw badRequest(`The PropertyId '${id}' is not valid.`)
    return `${propertyPrefix}${id.toLowerCase()}=${readText(property, 'value')}`
  })
}
