/** An error that is shown to the visitor. */
export class Refusal extends Error {
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

const megabyte = 1024 * 1024
export const maxMessageBytes = 5 * megabyte
export const tooLarge = 'An email can have at most 5 MB.'
/** Leaves room for the other fields and the multipart encoding. */
const maxFormBytes = maxMessageBytes + megabyte / 4

/** Reads a form that one of these pages posted. */
export async function readForm(request: Request): Promise<FormData> {
  if (isCrossSite(request)) throw new Refusal('This form was sent from another site.', 403)
  const type = request.headers.get('content-type') ?? ''
  const body = await request.arrayBuffer()
  if (body.byteLength > maxFormBytes) throw new Refusal(tooLarge, 413)
  try {
    return await new Response(body, { headers: { 'content-type': type } }).formData()
  } catch (cause) {
    throw Object.assign(new Refusal('This is not a form.', 400), { cause })
  }
}

/** A field's text; empty if it is missing. */
export function readText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/**
 * Whether another site posted the form. Current browsers send `Sec-Fetch-Site`, older
 * ones `Origin`. A request with neither comes from a script, not from a browser.
 */
function isCrossSite({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = headers.get('origin')
  if (origin === null) return false
  const host = headers.get('host') ?? new URL(url).host
  return !URL.canParse(origin) || new URL(origin).host !== host
}
