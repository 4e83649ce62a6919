import {
  accountsOf,
  newSignedInUser,
  type Account,
  type SignedInUser,
} from '@doorman/api/testing/fake-connections'
import type { Method, TestResponse } from '@doorman/api/testing/fake-app'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import type { SubscriptionInterval } from '@doorman/domain/plans/plan'
import type { Email, UserEmail } from '@doorman/notify/notify'
import type { MailStore } from '@doorman/simulators/world/mailbox/mail-store'
import { expect } from 'vitest'
import type { openDemo } from './demo.ts'

type Fields = Readonly<Record<string, string | number | boolean | null>>
type Demo = Awaited<ReturnType<typeof openDemo>>

const password = 'correct horse battery'
let networkCount = 0

/** A person with a browser who signs up, connects mailboxes and pays. */
export class Customer {
  readonly email: string
  readonly #demo: Demo
  readonly #ip: string
  readonly #settle: () => Promise<void>
  #cookie: string

  private constructor(demo: Demo, { email, cookie }: SignedInUser, settle: () => Promise<void>) {
    networkCount += 1
    this.email = email
    this.#demo = demo
    this.#settle = settle
    this.#ip = `192.0.2.${networkCount}`
    this.#cookie = cookie
  }

  /** `settle` waits for the jobs that follow from what the customer does. By default it runs them. */
  static async signUp(demo: Demo, settle = () => demo.runJobsUntilIdle()): Promise<Customer> {
    const customer = new Customer(demo, await newSignedInUser(demo), settle)
    await settle()
    return customer
  }

  /** Opens the link in the email that asks to confirm the address. */
  async confirmAddress(): Promise<void> {
    const url = this.emails('verify-email').at(-1)?.url ?? ''
    const token = new URL(url).searchParams.get('token')
    expect((await this.call('POST', '/api/auth/verify-email', { token })).status).toBe(200)
    await this.#settle()
  }

  async connect(provider: MailProvider): Promise<MailStore> {
    const store = this.#demo.newMailbox(provider)
    expect(await this.#demo.connect(await this.#signedIn(), provider, store)).toBe('/accounts')
    await this.#settle()
    return store
  }

  async accounts(provider: MailProvider): Promise<Account[]> {
    return accountsOf(this.#demo, await this.#signedIn(), provider)
  }

  /** Calls the API; signs in again first if the login session has ended. */
  async call(method: Method, url: string, body?: unknown): Promise<TestResponse> {
    const { cookie } = await this.#signedIn()
    return this.#demo.request(method, url, { cookie, ip: this.#ip, body })
  }

  async billing(): Promise<Fields> {
    return (await this.call('GET', '/api/billing/info')).body as Fields
  }

  async receipts(): Promise<readonly Fields[]> {
    const { body } = await this.call('GET', '/api/billing/receipts')
    return body['receipts'] as Fields[]
  }

  /** Returns the address of the hosted page. */
  async startCheckout(plan: SubscriptionInterval): Promise<string> {
    const { body } = await this.call('POST', '/api/subscriptions/create', { plan })
    return String(body['sessionUrl'])
  }

  /** Pays on the hosted page. Returns the address that the browser is sent back to. */
  async pay(pageUrl: string, card: string): Promise<URL> {
    return this.#submit(pageUrl, 'Subscribe', { card })
  }

  /** What the billing page does when the browser returns from the checkout. */
  async return(from: URL): Promise<Record<string, unknown>> {
    const sessionId = from.searchParams.get('session_id')
    return (await this.call('POST', '/api/billing/checkout', { sessionId })).body
  }

  /** Opens the billing portal, follows a link there, and sends the form that it leads to. */
  async manage(
    link: string,
    button: string,
    fields: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const { body } = await this.call('POST', '/api/billing/portal')
    const url = String(body['portalUrl'])
    const overview = await this.#load(url)
    const href = new RegExp(`href="([^"]*)"[^>]*>${link}<`).exec(overview)?.[1]
    if (href === undefined) throw new Error(`No link ${link} at ${url}`)
    await this.#submit(new URL(href.replaceAll('&amp;', '&'), url).href, button, fields)
  }

  async deleteAccount(): Promise<void> {
    expect((await this.call('DELETE', '/api/auth/account', { password })).status).toBe(200)
    await this.#settle()
  }

  /** Doorman's emails of one kind that reached this person, oldest first. */
  emails<Kind extends UserEmail['kind']>(kind: Kind): (UserEmail & { readonly kind: Kind })[] {
    const isWanted = (email: Email): email is UserEmail & { readonly kind: Kind } =>
      email.kind === kind
    return this.#demo.notify.sent
      .filter(({ to }) => to === this.email)
      .map(({ email }) => email)
      .filter(isWanted)
  }

  async #load(url: string): Promise<string> {
    const answer = await this.#demo.fetch(url)
    expect(answer.status).toBe(200)
    return answer.text()
  }

  /** Fills in the form with this button as a browser does. Returns where it leads to. */
  async #submit(
    url: string,
    button: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<URL> {
    const page = await this.#load(url)
    const forms = page.split('<form').slice(1)
    const form = forms.find((html) => html.split('</form>')[0]?.includes(`>${button}</button>`))
    if (form === undefined) throw new Error(`No form with the button ${button} at ${url}`)
    const body = new URLSearchParams()
    for (const [, name = '', value = ''] of form.matchAll(
      /<(?:input type="hidden"|button) name="(\w+)" value="(\w+)"/g,
    ))
      body.append(name, value)
    for (const [name, value] of Object.entries(fields)) {
      expect(form).toContain(`name="${name}" value="${value}"`)
      body.append(name, value)
    }
    const answer = await this.#demo.fetch(url, { method: 'POST', body })
    expect(answer.status).toBe(303)
    return new URL(answer.headers.get('location') ?? '')
  }

  async #signedIn(): Promise<SignedInUser> {
    const user = { email: this.email, cookie: this.#cookie }
    if ((await this.#demo.request('GET', '/api/auth/me', user)).status === 200) return user
    const body = { email: this.email, password }
    const answer = await this.#demo.request('POST', '/api/auth/login', { body, ip: this.#ip })
    expect(answer.status).toBe(200)
    this.#cookie = answer.cookie ?? ''
    return { ...user, cookie: this.#cookie }
  }
}
