import { escape, page } from '../page.ts'
import type { Arrivals } from '../scenes/arrivals.ts'
import type { MailStore } from '../world/mail-store.ts'
import type { Handler, World } from '../world/world.ts'
import { addMail } from './add-mail.ts'
import { linkToMail, linkToMailbox, root } from './links.ts'
import { showMail, showMailbox } from './mailbox-view.ts'
import { showOverview } from './overview.ts'
import { readForm, readText, Refusal } from './read-form.ts'
import { showSend } from './sends.ts'

/** Hostile mail is shown here: whatever the server's own policy is, nothing on this page may run or load. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** `/dev/world/`: look into every mailbox of the world, and put mail into it. */
export function createWorldPage(world: World, arrivals: Arrivals): Handler {
  return async (request) => {
    const response = await answer(request, world, arrivals)
    response.headers.set('content-security-policy', policy)
    response.headers.set('x-content-type-options', 'nosniff')
    return response
  }
}

async function answer(request: Request, world: World, arrivals: Arrivals): Promise<Response> {
  try {
    if (request.method === 'POST') return await change(request, world, arrivals)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new Refusal('This page is read, or sent a form.', 405)
    return show(new URL(request.url).searchParams, world, arrivals)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const back = `<p><a href="${root}">← World</a></p>`
    return page('World', `${back}<h1 role="alert">${escape(error.message)}</h1>`, error.status)
  }
}

function show(query: URLSearchParams, world: World, arrivals: Arrivals): Response {
  const sent = query.get('sent')
  const address = query.get('mailbox')
  const id = query.get('mail')
  if (sent !== null) return showOneSend(world, sent)
  if (address === null) return page('World', showOverview(world))
  const store = loadMailbox(world, address)
  if (id !== null) return showOneMail(world, store, id)
  return page(
    store.owner.name,
    showMailbox({
      store,
      place: query.get('place') ?? 'inbox',
      page: Math.max(1, Math.trunc(Number(query.get('page'))) || 1),
      isExpecting: arrivals.has(store),
    }),
  )
}

function showOneSend({ record }: World, index: string): Response {
  const sending = /^\d+$/.test(index) ? record.sends[Number(index)] : undefined
  if (!sending) throw new Refusal('Nothing of this kind was sent.', 404)
  return page('Sent', showSend(sending, Number(index)))
}

function showOneMail(world: World, store: MailStore, id: string): Response {
  const mail = store.find(id)
  if (!mail) throw new Refusal('This mail is no longer here.', 404)
  return page('Mail', showMail(world, store, mail))
}

/** Afterwards the browser is sent to what came of it, so that loading again repeats nothing. */
async function change(request: Request, world: World, arrivals: Arrivals): Promise<Response> {
  const form = await readForm(request)
  const store = loadMailbox(world, readText(form, 'mailbox'))
  const { id } = await addMail(form, { world, arrivals, store })
  // Who lets mail arrive lets more arrive; who added one wants to see it.
  const goesOn = readText(form, 'do') === 'arrive'
  const location = goesOn ? linkToMailbox(store.address) : linkToMail(store.address, id)
  return new Response(null, { status: 303, headers: { location } })
}

function loadMailbox(world: World, address: string): MailStore {
  const store = world.findMailbox(address)
  if (!store) throw new Refusal('Nobody here has this address.', 404)
  return store
}
