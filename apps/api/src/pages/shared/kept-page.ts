import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { commonSecurityHeaders, toPolicy } from '../../http/security-headers.ts'
import { hashScripts } from './hash-scripts.ts'

/** A page as it is sent to every visitor without a session. */
export type KeptPage = {
  readonly status: number
  /** The headers that don't depend on the request: names and values in turn, as `writeHead` takes them. */
  readonly headers: readonly string[]
  /** The Cache-Control header of its route. */
  readonly caching: string | null
  /** A hash of the content, so every web process sends the same ETag for the same page. */
  readonly etag: string
  /**
   * The content by its encoding. Each character is one byte (latin1): Node joins headers and a string
   * into one chunk, which costs less than headers and a buffer as two.
   */
  readonly bodies: { readonly identity: string; readonly gzip: string; br: string }
  readonly bytes: number
}

const types = ['text/html', 'text/plain', 'application/xml', 'application/rss+xml']
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
/** Compresses in a few milliseconds. The best quality takes a hundred. */
const quickQuality = 5

/**
 * Turns a page that was rendered with a nonce into one for everybody. Returns the response unchanged if
 * it must not be kept (an error, a redirect, a page that sets a cookie). `previous` is the page that was
 * kept at this address before: if its content is the same, its compressed bodies are used again.
 */
export async function toKeptPage(
  response: Response,
  nonce: string,
  { previous, isSecure }: { readonly previous: KeptPage | undefined; readonly isSecure: boolean },
): Promise<KeptPage | Response> {
  if (!isKeepable(response)) return response
  const { status, headers } = response
  const text = await response.text()
  const isHtml = headers.get('content-type')?.startsWith('text/html') ?? false
  const hashed = isHtml ? hashScripts(text, nonce) : { html: text, sources: [] }
  if (!hashed) return new Response(text, { status, headers })

  const identity = Buffer.from(hashed.html)
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url')}"`
  const policy = toPolicy(hashed.sources)
  const bodies = previous?.etag === etag ? previous.bodies : await compress(identity)
  return {
    status,
    caching: headers.get('cache-control'),
    headers: Object.entries({
      ...commonSecurityHeaders(isSecure),
      'content-security-policy': policy,
      ...withoutCaching(headers),
      // HTML always gets our policy; other types only if the route set none.
      ...(isHtml && { 'content-security-policy': policy }),
      ...(status === 200 && { etag }),
      vary: 'accept-encoding, cookie',
    }).flat(),
    etag,
    bodies,
    bytes: bodies.identity.length + bodies.gzip.length + bodies.br.length,
  }
}

function isKeepable({ status, headers }: Response): boolean {
  const [type = ''] = headers.get('content-type')?.split(';') ?? []
  return (status === 200 || status === 404) && !headers.has('set-cookie') && types.includes(type)
}

/** `sendPage` sets Cache-Control, which depends on the visitor. */
function withoutCaching(headers: Headers): Record<string, string> {
  const { 'cache-control': _caching, ...rest } = Object.fromEntries(headers)
  return rest
}

async function compress(identity: Buffer): Promise<KeptPage['bodies']> {
  const [br, gzipped] = await Promise.all([
    toBrotli(identity, toBrotliOptions(quickQuality, identity)),
    toGzip(identity),
  ])
  return { identity: toText(identity), gzip: toText(gzipped), br: toText(br) }
}

function toText(bytes: Buffer): string {
  return bytes.toString('latin1')
}

/** Compresses the content again, as small as possible. Runs in Node's thread pool. */
export async function compressBest({ bodies }: KeptPage): Promise<void> {
  const identity = Buffer.from(bodies.identity, 'latin1')
  const options = toBrotliOptions(constants.BROTLI_MAX_QUALITY, identity)
  bodies.br = toText(await toBrotli(identity, options))
}

function toBrotliOptions(quality: number, { length }: Buffer) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
    },
  }
}
