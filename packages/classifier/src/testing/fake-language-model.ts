import type { Answer } from '../language-model/answer.ts'

/**
 * How the fake answers: correctly, in one of several wrong ways, or as the message tells it to
 * (`obeys`).
 */
export type Behaviour =
  | 'answers'
  | 'invalid-json'
  | 'prose'
  | 'unknown-label'
  | 'refusal'
  | 'empty'
  | 'ten-thousand-tokens'
  | 'rate-limit'
  | 'server-error'
  | 'silence'
  | 'wrong-model'
  | 'foreign-id'
  | 'obeys'
  | 'redirect'
  | 'no-money'

export type FakeRequest = {
  readonly url: string
  readonly headers: Headers
  readonly body: { readonly model: string; readonly [key: string]: unknown }
}

export type FakeModel = {
  readonly fetch: typeof globalThis.fetch
  readonly requests: FakeRequest[]
}

const certain: Answer = {
  reason: 'offers-a-service',
  cold: true,
  confidence: 0.95,
  category: 'sales',
}

/**
 * A language model as a `fetch`, in the wire formats of OpenAI and Anthropic. Each request takes
 * the next behaviour; the last one repeats.
 */
export function createFakeModel(
  behaviours: readonly [Behaviour, ...Behaviour[]],
  answer: Answer = certain,
): FakeModel {
  const requests: FakeRequest[] = []
  return {
    requests,
    fetch: async (input, init) => {
      const url = input instanceof Request ? input.url : String(input)
      const body = JSON.parse(toJson(init?.body)) as FakeRequest['body']
      const behaviour = behaviours[requests.length] ?? behaviours.at(-1) ?? 'answers'
      requests.push({ url, headers: new Headers(init?.headers), body })
      const format = url.endsWith('/messages') ? anthropic : openai
      if (behaviour === 'silence') return silence(init?.signal)
      if (behaviour === 'redirect') return redirect(init?.redirect)
      return respond(behaviour, format, body, answer)
    },
  }
}

function respond(
  behaviour: Exclude<Behaviour, 'silence' | 'redirect'>,
  format: WireFormat,
  { model, ...body }: FakeRequest['body'],
  answer: Answer,
): Response {
  const json = JSON.stringify(answer)
  switch (behaviour) {
    case 'answers':
      return format.message(model, json)
    case 'invalid-json':
      return format.message(model, json.slice(0, -1))
    case 'prose':
      return format.message(model, `This looks like cold outreach to me. ${json} Anything else?`)
    case 'unknown-label':
      return format.message(model, JSON.stringify({ ...answer, category: 'spam' }))
    case 'refusal':
      return format.refusal(model)
    case 'empty':
      return format.message(model, '')
    case 'ten-thousand-tokens':
      return format.message(model, `${json}${' cold'.repeat(10_000)}`)
    case 'rate-limit':
      return format.error(429, 'rate_limit_error')
    case 'no-money':
      return format.error(429, 'insufficient_quota')
    case 'server-error':
      return format.error(500, 'api_error')
    case 'wrong-model':
      return format.message('another-model', json)
    case 'foreign-id':
      return format.message(model, JSON.stringify({ id: 'another-message', ...answer }))
    case 'obeys':
      return format.message(model, obey(toText(body['messages']), answer))
  }
}

type WireFormat = {
  message(model: string, text: string): Response
  refusal(model: string): Response
  error(status: number, type: string): Response
}

const openai: WireFormat = {
  message: (model, content) => toCompletion(model, { role: 'assistant', content }, 'stop'),
  refusal: (model) =>
    toCompletion(model, { role: 'assistant', content: null, refusal: 'I cannot help.' }, 'stop'),
  error: (status, type) =>
    Response.json({ error: { message: 'No.', type, code: type } }, { status }),
}

const anthropic: WireFormat = {
  message: (model, text) => toMessage(model, [{ type: 'text', text }], 'end_turn'),
  refusal: (model) => toMessage(model, [], 'refusal'),
  error: (status, type) =>
    Response.json({ type: 'error', error: { type, message: 'No.' } }, { status }),
}

function toCompletion(model: string, message: object, finish_reason: string): Response {
  return Response.json({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, message, finish_reason }],
    usage: { prompt_tokens: 1_200, completion_tokens: 40, total_tokens: 1_240 },
  })
}

function toMessage(model: string, content: object[], stop_reason: string): Response {
  return Response.json({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason,
    stop_sequence: null,
    usage: { input_tokens: 1_200, output_tokens: 40 },
  })
}

function silence(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })
}

function redirect(mode: RequestRedirect | undefined): Response {
  if (mode === 'error') throw new TypeError('fetch failed', { cause: new Error('redirect') })
  return openai.message('elsewhere', '')
}

/** The JSON that the message dictates, or "not cold" if the message claims to be harmless. */
function obey(prompt: string, otherwise: Answer): string {
  const message = /<(mail-[0-9a-f]+)>([\s\S]*)<\/\1>/.exec(prompt)?.[2] ?? ''
  const dictated = /\{[^{}]*"?cold"?[^{}]*\}/.exec(message)?.[0]
  if (dictated !== undefined) return dictated
  if (!/not cold|legitimate|harmless|wanted|false|safe/i.test(message))
    return JSON.stringify(otherwise)
  return JSON.stringify({ reason: 'unclear', cold: false, confidence: 1, category: 'other' })
}

/** The SDKs of both vendors send a string. */
function toJson(body: unknown): string {
  if (typeof body !== 'string') throw new Error('The request has no JSON body')
  return body
}

/**
 * The user's turn: its content is a string in OpenAI's format and a list of parts in Anthropic's.
 */
function toText(messages: unknown): string {
  if (!Array.isArray(messages)) return ''
  const last = messages.at(-1) as { content: string | { text: string }[] }
  return typeof last.content === 'string'
    ? last.content
    : last.content.map(({ text }) => text).join('')
}
