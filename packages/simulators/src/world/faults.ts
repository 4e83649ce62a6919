import type { VirtualClock } from './clock.ts'

/** What goes wrong. `applied-…`: the call has its effect, and the caller does not learn of it. */
export type FaultEffect =
  /** This answer instead of the true one; the call has no effect. */
  | { readonly status: number; readonly body?: string | object; readonly headers?: HeadersInit }
  /** The true answer, late by the virtual clock. */
  | { readonly delayMs: number }
  /** The true answer, drop by drop. */
  | { readonly bytesPerSecond: number }
  /** 429 in the provider's own words. */
  | 'rate-limit'
  /** 500 in the provider's own words; the call has no effect. */
  | 'server-error'
  | 'applied-then-500'
  /** The connection breaks before the call is read. */
  | 'cut'
  /** The connection breaks where the answer should begin. */
  | 'applied-then-cut'
  /** Half of the true answer, then the connection breaks. */
  | 'cut-midway'
  /** Half of the true answer, as if it were all. */
  | 'truncated'
  /** 200 and a page of a proxy where JSON should be. */
  | 'garbage'
  /** No answer ever. */
  | 'silence'

export type Service = 'google' | 'microsoft' | 'language-model'

export type Fault = {
  readonly provider: Service
  readonly match?: (request: Request) => boolean
  /** Matching calls that pass before the first fault. */
  readonly skip?: number
  /** How many calls it hits; once, unless told. */
  readonly times?: number
  readonly make: FaultEffect
}

/** How a provider words its own refusals. */
export type FaultWords = {
  readonly rateLimit: () => Response
  readonly serverError: () => Response
}

type Handler = (request: Request) => Promise<Response>

/** What is to go wrong, in the order it was asked for. */
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

  /** Answers with `handle`, or as the plan has it for this call. */
  async answer(
    provider: Service,
    request: Request,
    handle: Handler,
    words: FaultWords,
  ): Promise<Response> {
    const effect = this.#take(provider, request)
    return effect === null ? handle(request) : this.#apply(effect, request, handle, words)
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
      return fault.make
    }
    return null
  }

  async #apply(
    effect: FaultEffect,
    request: Request,
    handle: Handler,
    words: FaultWords,
  ): Promise<Response> {
    switch (effect) {
      case 'rate-limit':
        return words.rateLimit()
      case 'server-error':
        return words.serverError()
      case 'applied-then-500':
        await handle(request)
        return words.serverError()
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
        return this.#applySetting(effect, request, handle)
    }
  }

  async #applySetting(
    effect: Exclude<FaultEffect, string>,
    request: Request,
    handle: Handler,
  ): Promise<Response> {
    if ('status' in effect) return toAnswer(effect)
    if ('delayMs' in effect) {
      await this.#clock.sleep(effect.delayMs, request.signal)
      return handle(request)
    }
    const pauseMs = 1000 / effect.bytesPerSecond
    return replaceBody(await handle(request), (bytes) => this.#drip(bytes, pauseMs))
  }

  #drip(bytes: Uint8Array<ArrayBuffer>, pauseMs: number): ReadableStream {
    const givenUp = new AbortController()
    let sent = 0
    return new ReadableStream({
      pull: async (controller) => {
        if (sent === bytes.length) return controller.close()
        await this.#clock.sleep(pauseMs, givenUp.signal)
        controller.enqueue(bytes.subarray(sent, ++sent))
      },
      cancel: () => givenUp.abort(),
    })
  }
}

function toAnswer({ status, body, headers }: Extract<FaultEffect, { status: number }>): Response {
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

/** What `fetch` throws when the other side hangs up; a server that mounts the handler drops the socket. */
function connectionCut(): TypeError {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  return new TypeError('fetch failed', { cause })
}
