import type { MailStore } from '../../world/mailbox/mail-store.ts'
import { answerMessages, type Answer } from '../graph/answers.ts'
import { badRequest, GraphError } from '../graph/graph-error.ts'
import type { GraphState } from '../graph/graph-state.ts'
import { parseMessageFilter, parseTop, type MessageFilter } from '../graph/odata.ts'
import { toPreferenceApplied } from '../graph/preferences.ts'
import type { Call, Route } from '../graph/route.ts'
import { loadFolder, type Folder } from '../messages/folders.ts'
import { parseSelect } from '../messages/message-view.ts'
import { readChanges, readListing, type DeltaItem, type DeltaQuery } from './delta-pages.ts'

export const deltaRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'me/mailFolders/{folder}/messages/delta',
    scope: 'Mail.ReadBasic',
    options: ['$select', '$top', '$filter', '$orderby', '$skiptoken', '$deltatoken'],
    handle: getDelta,
  },
]

/**
 * A reader's position, with the options of its first request. It is stored in the token
 * (https://learn.microsoft.com/graph/api/message-delta).
 */
type Position = {
  /** Also identifies the mailbox, since folder ids differ between mailboxes. */
  readonly folderId: string
  readonly generation: number
  readonly select: string | null
  readonly filter: string | null
  readonly top: string | null
  /** The reader knows all changes up to this one, once the first listing is complete. */
  readonly changeId: string
  /** Progress of the first listing; `null` when it is complete. */
  readonly listing: { readonly after: string | null } | null
}

type Page = {
  readonly items: readonly DeltaItem[]
  readonly next: Position
  readonly hasMore: boolean
}

/** https://learn.microsoft.com/graph/api/message-delta */
function getDelta(call: Call): Answer {
  const { store, param, option, graph, preferences } = call
  const folder = loadFolder(store, param('folder'))
  const position = readPosition(call, folder)
  checkOrder(option('$orderby'))
  const query: DeltaQuery = {
    storeFolder: folder.storeFolder,
    select: parseSelect(position.select),
    filter: readFilter(position.filter),
    pageSize: preferences.maxPageSize ?? parseTop(position.top),
  }
  const { quirks } = graph
  if (quirks.emptyDeltaPages > 0) {
    quirks.emptyDeltaPages--
    return respond(call, folder, { items: [], next: position, hasMore: true })
  }
  const page = position.listing
    ? continueListing(call, query, position, position.listing.after)
    : continueChanges(call, query, position, folder)
  const [first] = page.items
  if (first === undefined || quirks.repeatingDeltaPages === 0) return respond(call, folder, page)
  quirks.repeatingDeltaPages--
  return respond(call, folder, { ...page, items: [...page.items, first] })
}

function continueListing(
  { viewer }: Call,
  query: DeltaQuery,
  position: Position,
  after: string | null,
): Page {
  const { items, lastKey } = readListing(viewer, query, after)
  const listing = lastKey === null ? null : { after: lastKey }
  return { items, next: { ...position, listing }, hasMore: listing !== null }
}

function continueChanges(
  { viewer, store, graph }: Call,
  query: DeltaQuery,
  position: Position,
  folder: Folder,
): Page {
  const changes = store.changesAfter(BigInt(position.changeId))
  if (changes === 'lost') throw toLost(graph, store, folder)
  const { items, lastChange } = readChanges(viewer, query, changes)
  const changeId = lastChange ? String(lastChange.id) : position.changeId
  return {
    items,
    next: { ...position, changeId },
    hasMore: lastChange !== (changes.at(-1) ?? null),
  }
}

function respond(call: Call, { id }: Folder, { items, next, hasMore }: Page): Answer {
  const { graph, preferences } = call
  const token = graph.tokenSigner.sign(next)
  const link = `${graph.graphUrl}/v1.0/me/mailFolders('${id}')/messages/delta`
  return answerMessages(
    {
      '@odata.context': `${graph.graphUrl}/v1.0/$metadata#Collection(message)`,
      ...(hasMore
        ? { '@odata.nextLink': `${link}?$skiptoken=${token}` }
        : { '@odata.deltaLink': `${link}?$deltatoken=${token}` }),
      value: items,
    },
    { headers: toPreferenceApplied(preferences) },
  )
}

/**
 * The position in the token, or a new one. An empty token, as in the Location of a 410, starts
 * over.
 */
function readPosition(call: Call, folder: Folder): Position {
  const { graph, store, option } = call
  const token = option('$skiptoken') ?? option('$deltatoken')
  const generation = graph.syncStates.generationOf(store)
  if (!token)
    return {
      folderId: folder.id,
      generation,
      select: option('$select'),
      filter: option('$filter'),
      top: option('$top'),
      changeId: String(store.newestChangeId),
      listing: { after: null },
    }
  const repeated = ['$select', '$filter', '$top'].find((name) => option(name) !== null)
  if (repeated !== undefined)
    throw badRequest(`'${repeated}' belongs to the first request of a delta query only.`)
  const position = graph.tokenSigner.verify(token)
  if (!isPosition(position) || position.folderId !== folder.id)
    throw badRequest('Badly formed token.')
  if (position.generation !== generation) throw toLost(graph, store, folder)
  return position
}

/**
 * Delta supports `$filter` only for receivedDateTime with ge or gt
 * (https://learn.microsoft.com/graph/api/message-delta).
 */
function readFilter(text: string | null): MessageFilter | null {
  if (text === null) return null
  if (!/^\s*receivedDateTime\s+(ge|gt)\s+\S+\s*$/.test(text))
    throw invalidUrlQuery(
      "The '$filter' parameter value is not supported for 'Messages' resource; only a value of 'receivedDateTime ge value' is supported.",
    )
  return parseMessageFilter(text)
}

/** Delta supports only one `$orderby`: newest first, which is the default. */
function checkOrder(text: string | null): void {
  if (text !== null && !/^\s*receivedDateTime\s+desc\s*$/.test(text))
    throw invalidUrlQuery(
      "The '$orderby' parameter value is not supported for 'Messages' resource.",
    )
}

function invalidUrlQuery(message: string): GraphError {
  return new GraphError(400, 'ErrorInvalidUrlQuery', message)
}

function toLost(
  { graphUrl, syncStates }: GraphState,
  store: MailStore,
  { id }: Folder,
): GraphError {
  const location = `${graphUrl}/v1.0/me/mailFolders('${id}')/messages/delta?$deltatoken=`
  return syncStates.toRefusal(store, location)
}

function isPosition(value: unknown): value is Position {
  return typeof value === 'object' && value !== null && 'changeId' in value
}
