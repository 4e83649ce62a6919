import type { VirtualClock } from './clock.ts'

/** What goes wrong. `applied-…`: the call takes effect, but the caller is not told. */
export type FaultEffect =
  /** This response instead of the real one; the call has no effect. */
  | { readonly status: number; readonly body?: string | object; readonly headers?: HeadersInit }
  /** The real response, delayed by the virtual clock. */
  | { readonly delayMs: number }
  /** The real response, sent slowly. */
  | { readonly bytesPerSecond: number }
  /** 429 with the provider's own body. */
  | 'rate-limit'
  /** 500 with the provider's own body; the call has no effect. */
  | 'server-error'
  | 'applied-then-500'
  /** The connection breaks before the request is read. */
  | 'cut'
  /** The connection breaks before the response starts. */
  | 'applied-then-cut'
  /** Half of the real response, then the connection breaks. */
  | 'cut-midway'
  /** Half of the real response, ended as if it were complete. */
  | 'truncated'
  /** 200 with a proxy's HTML page instead of JSON. */
  | 'garbage'
  /** No response, ever. */
  | 'silence'

export type Service = 'google' | 'microsoft' | 'stripe' | 'language-model'

export type Fault = {
  readonly provider: Service
  readonly match?: (request: Request) => boolean
  /** How many matching calls succeed before the first fault. */
  readonly skip?: number
  /** How many calls fail. Default: 1. */
  readonly times?: number
  readonly effect: FaultEffect
}

/** The provider's own error responses. */
export type FaultResponses = {
  readonly rateLimit: () => Response
  readonly serverError: () => Response
}

type Handler = (request: Request) => Promise<Response>

/** Planned faults. The first one that matches a call is used. */
export class FaultPlan {
  readonly #clock: VirtualClock
  #pending: { fault: Fault; skip: number; times: number }[] = []

  constructor(clock: VirtualClock) {
    this.#clock = clock
  }

  push(fault: Fault): void {
    this.#pending.push({ fault, skip: fault.skip ?? 0, times: fault.times ?? 1 })
  }

  clear(): void {
    this.#pending = []
  }

  /** Responds with `handle`, or with the fault planned for this request. */
  async handle(
    provider: Service,
    request: Request,
    handle: Handler,
    responses: FaultResponses,
  ): Promise<Response> {
    const effect = this.#take(provider, request)
    return effect === null ? handle(request) : this.#apply(effect, request, handle, responses)
  }

  #take(provider: Service, request: Request): FaultEffect | null {
    for (const entry of this.#pending) {
      const { fault } = entry
      if (fault.provider !== provider || fault.match?.(request) === false) continue
      if (entry.skip > 0) {
        entry.skip--
        continue
      }
      entry.times--
      if (entry.times <= 0) this.#pending = this.#pending.filter((other) => other !== entry)
      return fault.effect
    }
    return null
  }

  async #apply(
    effect: FaultEffect,
    request: Request,
    handle: Handler,
    responses: FaultResponses,
  ): Promise<Response> {
    switch (effect) {
      case 'rate-limit':
        return responses.rateLimit()
      case 'server-error':
        return responses.serverError()
      case 'applied-then-500':
        await handle(request)
        return responses.serverError()
      case 'cut':
        throw connectionCut()
      case 'applied-then-cut':
        await handle(request)
        throw connectionCut()
      case 'cut-midway':
        return replaceBody(await handle(request), (bytes) => thenCut(half(bytes)))
      case 'truncated':
        return replaceBody(await handle(request), half)
      case 'garbage':
        return new Response('<!doctype html><title>502</title><h1>Bad gateway</h1>', {
          headers: { 'content-type': 'text/html' },
        })
      case 'silence':
        await this.#clock.sleep(Number.POSITIVE_INFINITY, request.signal)
        throw connectionCut()
      default:
        return this.#applyOptions(effect, request, handle)
    }
  }

  async #applyOptions(
    effect: Exclude<FaultEffect, string>,
    request: Request,
    handle: Handler,
  ): Promise<Response> {
    if ('status' in effect) return toResponse(effect)
    if ('delayMs' in effect) {
      await this.#clock.sleep(effect.delayMs, request.signal)
      return handle(request)
    }
    const pauseMs = 1000 / effect.bytesPerSecond
    return replaceBody(await handle(request), (bytes) => this.#sendSlowly(bytes, pauseMs))
  }

  #sendSlowly(bytes: Uint8Array<ArrayBuffer>, pauseMs: number): ReadableStream {
    const cancelled = new AbortController()
    let sent = 0
    return new ReadableStream({
      pull: async (controller) => {
        if (sent === bytes.length) return controller.close()
        await this.#clock.sleep(pauseMs, cancelled.signal)
        controller.enqueue(bytes.subarray(sent, ++sent))
      },
      cancel: () => cancelled.abort(),
    })
  }
}

function toResponse({ status, body, headers }: Extract<FaultEffect, { status: number }>): Response {
  return typeof body === 'object'
    ? Response.json(body, { status, ...(headers && { headers }) })
    : new Response(body ?? null, { status, ...(headers && { headers }) })
}

async function replaceBody(
  response: Response,
  change: (bytes: Uint8Array<ArrayBuffer>) => BodyInit,
): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const { status, headers } = response
  const body = bytes.length === 0 ? null : change(bytes)
  return new Response(body, { status, headers })
}

function half(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.subarray(0, Math.ceil(bytes.length / 2))
}

function thenCut(bytes: Uint8Array<ArrayBuffer>): ReadableStream {
  return new ReadableStream({
    start: (controller) => controller.enqueue(bytes),
    pull: (controller) => controller.error(connectionCut()),
  })
}

/**
 * The error that `fetch` throws when the server closes the connection. A server that mounts the
 * handler drops the socket on it.
 */
function connectionCut(): TypeError {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  return new TypeError('fetch failed', { cause })
}
