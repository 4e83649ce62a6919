import type { FakeApp, Method } from './fake-app.ts'

export type FakeBrowser = {
  /** The cookies that the browser would send. */
  readonly cookies: Map<string, string>
  visit(
    url: string,
    options?: {
      readonly method?: Method
      readonly body?: object
      readonly headers?: Readonly<Record<string, string>>
    },
  ): Promise<{
    readonly status: number
    readonly location: string
    readonly body: Record<string, unknown>
  }>
}

let browserCount = 0

/** A browser with a network address of its own. It keeps cookies and follows no redirect. */
export function openBrowser({ app }: Pick<FakeApp, 'app'>): FakeBrowser {
  browserCount += 1
  const ip = `192.0.2.${browserCount % 250}`
  const cookies = new Map<string, string>()
  return {
    cookies,
    async visit(url, { method = 'GET', body, headers } = {}) {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
      const response = await app.inject({
        method,
        url,
        remoteAddress: ip,
        headers: { ...headers, cookie },
        ...(body && { payload: body }),
      })
      for (const { name, value } of response.cookies)
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      const { statusCode: status, headers: received } = response
      const isJson = String(received['content-type']).includes('json')
      return {
        status,
        location: String(received['location'] ?? ''),
        body: isJson ? response.json<Record<string, unknown>>() : {},
      }
    },
  }
}
