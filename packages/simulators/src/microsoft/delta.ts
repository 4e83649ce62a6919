import type { MailStore } from '../world/mail-store.ts'
import { readChanges, readListing, type DeltaItem, type DeltaQuery } from './delta-pages.ts'
import { loadFolder, type Folder } from './folders.ts'
import { badRequest, GraphError } from './graph-error.ts'
import { parseSelect } from './message-view.ts'
import { parseMailFilter, parseTop, type MailFilter } from './odata.ts'
import { toPreferenceApplied } from './preferences.ts'
import type { Call, Route } from './route.ts'

export const deltaRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'me/mailFolders/{folder}/messages/delta',
    scope: 'Mail.ReadBasic',
    options: ['$select', '$top', '$filter', '$orderby', '$skiptoken', '$deltatoken'],
    answer: getDelta,
  },
]

/** Where a reader stands; it travels in the token, and the first request's options with it (message-delta). */
type Position = {
  /** Of one mailbox only, as the ids of folders are. */
  readonly folderId: string
  readonly generation: number
  readonly select: string | null
  readonly filter: string | null
  readonly top: string | null
  /** Changes up to here are known, or will be when the first listing is through. */
  readonly changeId: string
  /** How far the first listing has come; `null` when it is through. */
  readonly listing: { readonly after: string | null } | null
}

type Page = {
  readonly items: readonly DeltaItem[]
  readonly next: Position
  readonly hasMore: boolean
}

/** Which of a mailbox's delta positions are still known: those of its newest generation. */
export class SyncStates {
  readonly #generations = new Map<MailStore, number>()

  /** On command. */
  lose(store: MailStore): void {
    this.#generations.set(store, this.generationOf(store) + 1)
  }

  generationOf(store: MailStore): number {
    return this.#generations.get(store) ?? 1
  }
}

/** learn.microsoft.com/graph/api/message-delta */
function getDelta(call: Call): Response {
  const { store, param, option, graph, preferences } = call
  const folder = loadFolder(store, param('folder'))
  const position = openPosition(call, folder)
  checkOrder(option('$orderby'))
  const query: DeltaQuery = {
    place: folder.place,
    select: parseSelect(position.select),
    filter: readFilter(position.filter),
    pageSize: preferences.maxPageSize ?? parseTop(position.top),
  }
  const { quirks } = graph
  if (quirks.emptyDeltaPages > 0) {
    quirks.emptyDeltaPages--
    return answer(call, folder, { items: [], next: position, hasMore: true })
  }
  const page = position.listing
    ? listOn(call, query, position, position.listing.after)
    : goOn(call, query, position, folder)
  const [first] = page.items
  if (first === undefined || quirks.repeatingDeltaPages === 0) return answer(call, folder, page)
  quirks.repeatingDeltaPages--
  return answer(call, folder, { ...page, items: [...page.items, first] })
}

function listOn(
  { onlooker }: Call,
  query: DeltaQuery,
  position: Position,
  after: string | null,
): Page {
  const { items, lastKey } = readListing(onlooker, query, after)
  const listing = lastKey === null ? null : { after: lastKey }
  return { items, next: { ...position, listing }, hasMore: listing !== null }
}

function goOn(
  { onlooker, store, graph }: Call,
  query: DeltaQuery,
  position: Position,
  folder: Folder,
): Page {
  const changes = store.changesAfter(BigInt(position.changeId))
  if (changes === 'lost') throw syncStateNotFound(graph.graphUrl, folder)
  const { items, lastChange } = readChanges(onlooker, query, changes)
  const changeId = lastChange ? String(lastChange.id) : position.changeId
  return {
    items,
    next: { ...position, changeId },
    hasMore: lastChange !== (changes.at(-1) ?? null),
  }
}

function answer(call: Call, { id }: Folder, { items, next, hasMore }: Page): Response {
  const { graph, preferences } = call
  const token = graph.seal.close(next)
  const link = `${graph.graphUrl}/v1.0/me/mailFolders('${id}')/messages/delta`
  return Response.json(
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

/** A new round, or the one its token tells of. An empty token asks for a new one, as after a 410. */
function openPosition(call: Call, folder: Folder): Position {
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
  const position = graph.seal.open(token)
  if (!isPosition(position) || position.folderId !== folder.id)
    throw badRequest('Badly formed token.')
  if (position.generation !== generation) throw syncStateNotFound(graph.graphUrl, folder)
  return position
}

/** There is "limited support for $filter": receivedDateTime, ge or gt (message-delta). */
function readFilter(text: string | null): MailFilter | null {
  if (text === null) return null
  if (!/^\s*receivedDateTime\s+(ge|gt)\s+\S+\s*$/.test(text))
    throw invalidUrlQuery(
      "The '$filter' parameter value is not supported for 'Messages' resource; only a value of 'receivedDateTime ge value' is supported.",
    )
  return parseMailFilter(text)
}

/** Likewise for `$orderby`: newest first, which is the order anyway. */
function checkOrder(text: string | null): void {
  if (text !== null && !/^\s*receivedDateTime\s+desc\s*$/.test(text))
    throw invalidUrlQuery(
      "The '$orderby' parameter value is not supported for 'Messages' resource.",
    )
}

function invalidUrlQuery(message: string): GraphError {
  return new GraphError(400, 'ErrorInvalidUrlQuery', message)
}

/** PROVIDERS 2.2; the words are those of github.com/microsoftgraph/microsoft-graph-docs/issues/2350. */
function syncStateNotFound(graphUrl: string, { id }: Folder): GraphError {
  return new GraphError(
    410,
    'SyncStateNotFound',
    'The sync state generation is not found; generation=149;[highest=157][157][155][156].',
    { location: `${graphUrl}/v1.0/me/mailFolders('${id}')/messages/delta?$deltatoken=` },
  )
}

function isPosition(value: unknown): value is Position {
  return typeof value === 'object' && value !== null && 'changeId' in value
}
