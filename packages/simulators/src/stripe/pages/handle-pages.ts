import type { StripeAccount } from '../account.ts'
import { answerChallenge, showChallenge } from './challenge-page.ts'
import { showCheckout, submitCheckout } from './checkout-page.ts'
import { messagePage, notFoundPage } from './frame.ts'
import { payInvoice, showInvoice } from './invoice-page.ts'
import { submitPortal } from './portal-actions.ts'
import { showPortal } from './portal-page.ts'

type Page = {
  readonly show: (account: StripeAccount, id: string, query: URLSearchParams) => Response
  readonly submit: (
    account: StripeAccount,
    id: string,
    form: URLSearchParams,
    query: URLSearchParams,
  ) => Response
}

/** The pages by the part of the path before the id. */
const pages: Readonly<Record<string, Page>> = {
  '/c/pay': { show: showCheckout, submit: submitCheckout },
  '/p/session': { show: showPortal, submit: submitPortal },
  '/i': { show: showInvoice, submit: payInvoice },
  '/3ds': { show: showChallenge, submit: answerChallenge },
}

/** The pages that Stripe hosts. They act on POST only. */
export async function handlePages(account: StripeAccount, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const [, path = '', id = ''] = /^(\/.*)\/(\w+)$/.exec(pathname) ?? []
  const page = Object.hasOwn(pages, path) ? pages[path] : undefined
  if (!page) return notFoundPage()
  if (request.method === 'POST')
    return page.submit(account, id, new URLSearchParams(await request.text()), searchParams)
  if (request.method === 'GET' || request.method === 'HEAD')
    return page.show(account, id, searchParams)
  return messagePage({ title: 'Not allowed', text: 'Open this page in a browser.', status: 405 })
}
