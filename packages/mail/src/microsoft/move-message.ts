import { MailError } from '../mail-error.ts'
import type { Mailbox, MessageLocation, ProviderMessageId } from '../mailbox.ts'
import { isOfMailbox, moveOneByOne } from '../one-by-one.ts'
import { readSetAsideId, setAsideFolderPath, type Folders } from './folders.ts'
import { maxBatchParts, type Part } from './graph/batch.ts'
import { isGone } from './graph/graph-error.ts'
import type { Graph } from './graph/graph.ts'
import { readText, type Json } from './graph/json.ts'

/** Writes only what differs, so a repeated move changes nothing. */
export async function moveMessage(
  graph: Graph,
  folders: Folders,
  id: ProviderMessageId,
  to: MessageLocation,
): Promise<void> {
  try {
    await moveOnce(graph, folders, id, to)
  } catch (error) {
    if (!isGone(error) || to !== 'set-aside') throw error
    // `gone` may mean our folder: the user deleted it after we looked it up. Try once more.
    await moveOnce(graph, folders, id, to)
  }
}

async function moveOnce(
  graph: Graph,
  folders: Folders,
  id: ProviderMessageId,
  to: MessageLocation,
): Promise<void> {
  const load = () => graph.get(toStatePath(id))
  const before = await load()
  const destinationId = await loadFolder(graph, folders, to)

  const isRead = to !== 'inbox'
  if (before['isRead'] !== isRead) await graph.patch(toPath(id), { isRead })
  if (isIn(before, destinationId)) return
  await graph.post(`${toPath(id)}/move`, { destinationId }, async () => {
    const after = await load()
    return isIn(after, destinationId) ? after : null
  })
}

/** The first batch also looks up our folder, which takes one of its parts. */
const movedAtOnce = maxBatchParts - 1

/**
 * Three requests for up to 19 messages. Messages that fail are looked up again and moved one by
 * one.
 */
export async function moveMessages(
  graph: Graph,
  folders: Folders,
  ids: readonly ProviderMessageId[],
  to: MessageLocation,
): ReturnType<Mailbox['moveMessages']> {
  const failed = new Map<ProviderMessageId, MailError>()
  for (let start = 0; start < ids.length; start += movedAtOnce) {
    const some = ids.slice(start, start + movedAtOnce)
    const { gone, unmoved } = await moveSome(graph, folders, some, to)
    const isWorking = unmoved.length < some.length
    const moveOne = (id: ProviderMessageId) => moveMessage(graph, folders, id, to)
    for (const [id, error] of gone) failed.set(id, error)
    for (const [id, error] of await moveOneByOne(unmoved, moveOne, { isWorking }))
      failed.set(id, error)
  }
  return failed
}

type Moved = {
  readonly gone: ReadonlyMap<ProviderMessageId, MailError>
  /** Not moved, or in doubt. */
  readonly unmoved: readonly ProviderMessageId[]
}

/**
 * Marks all messages before it moves any. Graph makes several calls of a batch at once, so the mark
 * and the move of one message would race, and one of them could fail with a conflict.
 */
async function moveSome(
  graph: Graph,
  folders: Folders,
  ids: readonly ProviderMessageId[],
  to: MessageLocation,
): Promise<Moved> {
  const parts = [setAsideFolderPath, ...ids.map(toStatePath)].map((path) => ({ path }))
  const [folderList, ...states] = await graph.getEach(parts)
  const gone = new Map<ProviderMessageId, MailError>()
  const found = new Map<ProviderMessageId, Json>()
  for (const [index, id] of ids.entries()) {
    const state = states[index]
    if (state instanceof MailError && isGone(state)) gone.set(id, state)
    else if (state && !(state instanceof MailError)) found.set(id, state)
  }
  const present = [...found.keys()]
  if (present.length === 0) return { gone, unmoved: ids.filter((id) => !gone.has(id)) }

  const known = folderList && !(folderList instanceof MailError) ? readSetAsideId(folderList) : null
  const isKnown = to === 'set-aside' && known !== null
  const destinationId = isKnown ? known : await loadFolder(graph, folders, to)
  const isRead = to !== 'inbox'
  const failed = new Set<ProviderMessageId>(ids.filter((id) => !gone.has(id) && !found.has(id)))
  const write = async (wanted: readonly ProviderMessageId[], toPart: (path: string) => Part) => {
    for (const id of await writeEach(graph, wanted, toPart)) failed.add(id)
  }
  await write(
    present.filter((id) => found.get(id)?.['isRead'] !== isRead),
    (path) => ({ method: 'PATCH', path, body: { isRead } }),
  )
  await write(
    present.filter((id) => !failed.has(id) && !isIn(found.get(id) ?? {}, destinationId)),
    (path) => ({ method: 'POST', path: `${path}/move`, body: { destinationId } }),
  )
  return { gone, unmoved: [...failed] }
}

/** Makes one call per message. Returns the messages for which it failed, or may have failed. */
async function writeEach(
  graph: Graph,
  ids: readonly ProviderMessageId[],
  toPart: (path: string) => Part,
): Promise<readonly ProviderMessageId[]> {
  if (ids.length === 0) return []
  try {
    const answers = await graph.writeEachOnce(ids.map((id) => toPart(toPath(id))))
    return ids.filter((_, index) => answers[index] instanceof MailError)
  } catch (error) {
    if (!(error instanceof MailError) || isOfMailbox(error)) throw error
    return ids
  }
}

function isIn(message: Json, folderId: string): boolean {
  return readText(message, 'parentFolderId') === folderId
}

function toPath(id: ProviderMessageId): string {
  return `me/messages/${encodeURIComponent(id)}`
}

function toStatePath(id: ProviderMessageId): string {
  return `${toPath(id)}?$select=isRead,parentFolderId`
}

function loadFolder(graph: Graph, folders: Folders, to: MessageLocation): Promise<string> {
  switch (to) {
    case 'inbox':
      return folders.loadWellKnown(graph, 'inbox')
    case 'junk':
      return folders.loadWellKnown(graph, 'junkemail')
    case 'set-aside':
      return folders.loadSetAside(graph)
  }
}
