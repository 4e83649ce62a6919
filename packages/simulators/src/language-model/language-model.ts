import type { Handler, World } from '../world/world.ts'
import { judge, obey } from './judge.ts'

/**
 * How the model responds: correctly (`answers`), by obeying the email (`obeys`), or with a fault.
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

export type SimulatedModel = {
  readonly handle: Handler
  /** Each behaviour is used for one request, the last one for all further requests. */
  setBehaviours(first: Behaviour, ...next: readonly Behaviour[]): void
}

type ChatRequest = {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
}

/**
 * The supported fields of https://platform.openai.com/docs/api-reference/chat/create. Others are
 * rejected.
 */
const knownFields = new Set([
  'model',
  'messages',
  'temperature',
  'max_tokens',
  'max_completion_tokens',
  'response_format',
  'reasoning_effort',
  'store',
  'user',
])

/** An OpenAI-compatible server with one endpoint: `POST /v1/chat/completions`. */
export function createLanguageModel(
  world: World,
  { apiKey = null }: { readonly apiKey?: string | null } = {},
): SimulatedModel {
  let behaviours: readonly Behaviour[] = ['answers']

  const takeBehaviour = (): Behaviour => {
    const [current = 'answers', ...rest] = behaviours
    if (rest.length > 0) behaviours = rest
    return current
  }

  const handle: Handler = async (request) => {
    const { pathname } = new URL(request.url)
    if (request.method !== 'POST' || pathname !== '/v1/chat/completions')
      return refuse(501, `Not simulated: ${request.method} ${pathname}`, 'not_simulated')
    if (apiKey !== null && request.headers.get('authorization') !== `Bearer ${apiKey}`)
      return refuse(401, 'Incorrect API key provided.', 'invalid_api_key')
    const body = await readJson(request)
    const problem = findProblem(body)
    if (problem !== null) return refuse(400, problem, 'invalid_request_error')
    const behaviour = takeBehaviour()
    if (behaviour === 'silence') await world.clock.sleep(Number.POSITIVE_INFINITY, request.signal)
    return respond(behaviour, body as ChatRequest, world)
  }

  return {
    setBehaviours(...next) {
      behaviours = next
    },
    handle: world.serve('language-model', handle, {
      rateLimit: () => refuse(429, 'Rate limit reached', 'rate_limit_exceeded'),
      serverError: () => refuse(500, 'The server had an error', 'server_error'),
    }),
  }
}

function respond(behaviour: Behaviour, { model, messages }: ChatRequest, world: World): Response {
  const prompt = toText(messages.at(-1)?.content)
  const verdict = judge(prompt)
  const complete = (content: string | null, extra: CompletionOptions = {}) =>
    toCompletion({ model, content, prompt, at: world.clock.now(), ...extra })
  switch (behaviour) {
    case 'answers':
    case 'silence':
      return complete(JSON.stringify(verdict))
    case 'invalid-json':
      return complete(JSON.stringify(verdict).slice(0, -1))
    case 'prose':
      return complete(`This looks like one to me. ${JSON.stringify(verdict)} Anything else?`)
    case 'unknown-label':
      return complete(JSON.stringify({ ...verdict, category: 'spam' }))
    case 'refusal':
      return complete(null, { refusal: 'I’m sorry, I cannot help with that.' })
    case 'empty':
      return complete('')
    case 'ten-thousand-tokens':
      return complete(JSON.stringify(verdict) + ' cold'.repeat(10_000))
    case 'wrong-model':
      return complete(JSON.stringify(verdict), { model: 'another-model' })
    case 'foreign-id':
      return complete(JSON.stringify({ id: 'another-email', ...verdict }))
    case 'obeys':
      return complete(obey(prompt) ?? JSON.stringify(verdict))
    case 'rate-limit':
      return refuse(429, 'Rate limit reached', 'rate_limit_exceeded')
    case 'no-money':
      return refuse(429, 'You exceeded your current quota', 'insufficient_quota')
    case 'server-error':
      return refuse(500, 'The server had an error', 'server_error')
    case 'redirect':
      return new Response(null, { status: 307, headers: { location: 'https://elsewhere.test/v1' } })
  }
}

type CompletionOptions = { readonly model?: string; readonly refusal?: string }

function toCompletion({
  model,
  content,
  prompt,
  at,
  refusal,
}: CompletionOptions & { content: string | null; prompt: string; at: Date }): Response {
  const usage = { prompt_tokens: toTokens(prompt), completion_tokens: toTokens(content ?? '') }
  return Response.json({
    id: 'chatcmpl-simulated',
    object: 'chat.completion',
    created: Math.floor(at.getTime() / 1000),
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, ...(refusal !== undefined && { refusal }) },
        finish_reason: 'stop',
      },
    ],
    usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens },
  })
}

function toTokens(text: string): number {
  return Math.ceil(text.length / 4)
}

function refuse(status: number, message: string, code: string): Response {
  return Response.json({ error: { message, type: code, param: null, code } }, { status })
}

function findProblem(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return 'The body is not JSON.'
  const unknown = Object.keys(body).find((name) => !knownFields.has(name))
  if (unknown !== undefined) return `Unrecognized request argument supplied: ${unknown}`
  const { model, messages } = body as Partial<ChatRequest>
  if (typeof model !== 'string') return 'You must provide a model parameter.'
  return Array.isArray(messages) && messages.length > 0 ? null : 'You must provide messages.'
}

async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json()
  } catch {
    // The caller responds 400 to `null`.
    return null
  }
}

/** The content of a chat message is a string or a list of parts. */
function toText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part: { readonly text?: string }) => part.text ?? '').join('')
}
