import type { FaultResponses } from '../../world/faults.ts'
import { readMime, type MimePart } from '../../world/message/mime.ts'
import { GmailError, invalidArgument } from './gmail-error.ts'
import type { GmailState } from './gmail-state.ts'
import { authenticate, handleGmail } from './gmail.ts'

const maxParts = 100

/**
 * Several calls as the parts of one request. Each succeeds or fails on its own, and costs as many
 * units as alone (https://developers.google.com/workspace/gmail/api/guides/batch).
 */
export async function handleGmailBatch(
  request: Request,
  gmail: GmailState,
  faultResponses: FaultResponses,
): Promise<Response> {
  try {
    authenticate(request, gmail.grants)
    const parts = readParts(request, await request.text())
    const answers: string[] = []
    for (const { id, call } of parts) {
      const handle = (part: Request) => handleGmail(part, gmail)
      const response = await gmail.world.faults.handle('google', call, handle, faultResponses)
      answers.push(await toAnswerPart(id, response))
    }
    const boundary = `batch_${gmail.world.random.token(24)}`
    // Gmail promises no order. Reversed, so that a client that relies on the order fails.
    const body = answers.toReversed().map((answer) => `--${boundary}\r\n${answer}\r\n`)
    return new Response(`${body.join('')}--${boundary}--\r\n`, {
      headers: { 'content-type': `multipart/mixed; boundary=${boundary}` },
    })
  } catch (error) {
    if (error instanceof GmailError) return error.toResponse()
    throw error
  }
}

type Part = { readonly id: string; readonly call: Request }

function readParts(batch: Request, text: string): readonly Part[] {
  const contentType = batch.headers.get('content-type') ?? ''
  const { mimeType, parts } = readMime(Buffer.from(`Content-Type: ${contentType}\r\n\r\n${text}`))
  if (mimeType !== 'multipart/mixed' || parts.length === 0)
    throw invalidArgument('Failed to parse batch request, error: Failed in parsing multipart.')
  if (parts.length > maxParts)
    throw invalidArgument(`The batch request has more than ${maxParts} calls.`)
  return parts.map((part) => readPart(part, batch))
}

/** The headers of the batch apply to each part, apart from those about its content. */
function readPart({ headers, mimeType, body }: MimePart, batch: Request): Part {
  if (mimeType !== 'application/http')
    throw invalidArgument(`A part of a batch has the type ${mimeType}.`)
  const text = body.toString()
  const lineEnd = text.indexOf('\r\n')
  const [, method, path] = /^([A-Z]+) (\/\S*)(?: HTTP\/1\.1)?$/.exec(text.slice(0, lineEnd)) ?? []
  if (method === undefined || path === undefined)
    throw invalidArgument('A part of a batch does not start with a request line.')
  const inner = readMime(Buffer.from(text.slice(lineEnd + 2)))
  const content = inner.body.toString().trim()
  if (content !== '' && inner.mimeType !== 'application/json')
    throw invalidArgument(`The body of a part has the type ${inner.mimeType}.`)
  return {
    id: headers.find('content-id') ?? '',
    call: new Request(new URL(path, batch.url), {
      method,
      signal: batch.signal,
      headers: { authorization: batch.headers.get('authorization') ?? '' },
      ...(content !== '' && { body: content }),
    }),
  }
}

async function toAnswerPart(id: string, response: Response): Promise<string> {
  const body = Buffer.from(await response.arrayBuffer()).toString()
  const head = [
    `HTTP/1.1 ${response.status} ${response.statusText}`.trimEnd(),
    ...[...response.headers].map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  const partHead = ['Content-Type: application/http', ...(id === '' ? [] : [toAnswerId(id)])]
  return [...partHead, '', ...head, '', body].join('\r\n')
}

/** `<1>` is answered as `<response-1>`. */
function toAnswerId(id: string): string {
  return `Content-ID: ${id.replace(/^</, '<response-')}`
}
