/** Said to the visitor in these words. */
export class Refusal extends Error {
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

const megabyte = 1024 * 1024
export const largestMailBytes = 5 * megabyte
export const tooLarge = 'A mail may have 5 MB at most.'
/** The rest of the form and the multipart frame around it. */
const largestFormBytes = largestMailBytes + megabyte / 4

/** The form a page of ours posted. */
export async function readForm(request: Request): Promise<FormData> {
  if (isForeign(request)) throw new Refusal('This form was sent by another site.', 403)
  const type = request.headers.get('content-type') ?? ''
  const body = await request.arrayBuffer()
  if (body.byteLength > largestFormBytes) throw new Refusal(tooLarge, 413)
  try {
    return await new Response(body, { headers: { 'content-type': type } }).formData()
  } catch (cause) {
    // What is no form is the sender's mistake.
    throw Object.assign(new Refusal('This is not a form.', 400), { cause })
  }
}

/** A field's text; what is missing is empty. */
export function readText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/**
 * Every browser of today sends `Sec-Fetch-Site`; `Origin` is for the others. A
 * request with neither comes from no browser: a developer's own script.
 */
function isForeign({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = headers.get('origin')
  if (origin === null) return false
  const host = headers.get('host') ?? new URL(url).host
  return !URL.canParse(origin) || new URL(origin).host !== host
}
