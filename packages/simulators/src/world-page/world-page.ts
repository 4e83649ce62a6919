import { escapeHtml, page } from '../page.ts'
import type { Arrivals } from '../scenes/arrivals.ts'
import type { MailStore } from '../world/mailbox/mail-store.ts'
import type { Handler, World } from '../world/world.ts'
import { addMessage } from './add-message.ts'
import { linkToMailbox, linkToMessage, root } from './links.ts'
import { showMailbox, showMessage } from './mailbox-view.ts'
import { showOverview } from './overview.ts'
import { actAsOwner } from './owner-forms.ts'
import { readForm, readText, Refusal } from './read-form.ts'
import { showSentMessage } from './sent-messages.ts'
import { readDays } from './time-form.ts'

/**
 * These pages show hostile messages, so nothing on them may run or load, whatever the server's own
 * policy is.
 */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

type Parts = {
  readonly world: World
  readonly arrivals: Arrivals
  /** Moves the clocks of the world and of the product forward. */
  readonly passDays: (days: number) => Promise<void>
}

/** `/dev/world/`: shows every mailbox of the world, with forms to add and move messages and to pass time. */
export function createWorldPage(parts: Parts): Handler {
  return async (request) => {
    const response = await respond(request, parts)
    response.headers.set('content-security-policy', policy)
    response.headers.set('x-content-type-options', 'nosniff')
    return response
  }
}

async function respond(request: Request, parts: Parts): Promise<Response> {
  try {
    if (request.method === 'POST') return await handleForm(request, parts)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new Refusal('This page supports only GET and POST.', 405)
    return show(new URL(request.url).searchParams, parts)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const back = `<p><a href="${root}">← All mailboxes</a></p>`
    return page(
      'Simulated mailboxes',
      `${back}<h1 role="alert">${escapeHtml(error.message)}</h1>`,
      error.status,
    )
  }
}

function show(query: URLSearchParams, { world, arrivals }: Parts): Response {
  const sent = query.get('sent')
  const address = query.get('mailbox')
  const id = query.get('message')
  if (sent !== null) return showOneSent(world, sent)
  if (address === null) return page('Simulated mailboxes', showOverview(world))
  const store = loadMailbox(world, address)
  if (id !== null) return showOneMessage(world, store, id)
  return page(
    store.owner.name,
    showMailbox({
      store,
      folder: query.get('folder') ?? 'inbox',
      page: Math.max(1, Math.trunc(Number(query.get('page'))) || 1),
      hasUpcoming: arrivals.has(store),
    }),
  )
}

function showOneSent({ record }: World, index: string): Response {
  const sent = /^\d+$/.test(index) ? record.sends[Number(index)] : undefined
  if (!sent) throw new Refusal('There is no such sent email.', 404)
  return page('Sent', showSentMessage(sent, Number(index)))
}

function showOneMessage(world: World, store: MailStore, id: string): Response {
  const message = store.find(id)
  if (!message) throw new Refusal('This email is no longer here.', 404)
  return page('Email', showMessage(world, store, message))
}

/** Redirects after the change, so that a reload does not repeat it. */
async function handleForm(request: Request, parts: Parts): Promise<Response> {
  const form = await readForm(request)
  if (readText(form, 'do') === 'pass-time') {
    await parts.passDays(readDays(readText(form, 'days')))
    return new Response(null, { status: 303, headers: { location: root } })
  }
  const { world, arrivals } = parts
  const store = loadMailbox(world, readText(form, 'mailbox'))
  const next = actAsOwner(form, store)
  if (next !== null) return new Response(null, { status: 303, headers: { location: next } })
  const { id } = await addMessage(form, { world, arrivals, store })
  // After "Deliver the next email" the visitor may want another one; otherwise show the new
  // message.
  const staysInMailbox = readText(form, 'do') === 'deliver-next'
  const location = staysInMailbox ? linkToMailbox(store.address) : linkToMessage(store.address, id)
  return new Response(null, { status: 303, headers: { location } })
}

function loadMailbox(world: World, address: string): MailStore {
  const store = world.findMailbox(address)
  if (!store) throw new Refusal('There is no mailbox with this address.', 404)
  return store
}
