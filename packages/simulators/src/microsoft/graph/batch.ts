import { answerBatch, type Answer, type ErrorAnswer, type PartAnswer } from './answers.ts'
import { authenticate } from './authenticate.ts'
import { badRequest } from './graph-error.ts'
import { toGraphFaultResponses } from './graph-responses.ts'
import type { GraphState } from './graph-state.ts'
import { handleCall } from './handle-call.ts'
import { checkFields, readJson, readText, type JsonObject } from './route.ts'

type Part = {
  readonly id: string
  readonly dependsOn: readonly string[]
  readonly request: Request
}

const maxParts = 20

/**
 * Each part of a batch succeeds or fails on its own
 * (https://learn.microsoft.com/graph/json-batching).
 */
export async function handleBatch(graph: GraphState, request: Request): Promise<Answer> {
  authenticate(graph, request)
  const { requests } = await readJson(request, ['requests'])
  if (!Array.isArray(requests) || requests.length === 0)
    throw badRequest("The batch must hold a list of 'requests'.")
  if (requests.length > maxParts)
    throw badRequest(`Number of batch request steps exceeds the maximum value of ${maxParts}.`)
  const parts = requests.map((part) => readPart(part, request))
  const ids = parts.map(({ id }) => id.toLowerCase())
  if (new Set(ids).size < ids.length) throw badRequest('The ids of a batch must be unique.')
  const responses = new Map<string, PartAnswer>()
  for (const part of parts) responses.set(part.id, await handlePart(graph, part, responses))
  // Graph may order the responses differently from the requests.
  return answerBatch([...responses.values()].reverse())
}

async function handlePart(
  graph: GraphState,
  { id, dependsOn, request }: Part,
  earlier: ReadonlyMap<string, PartAnswer>,
): Promise<PartAnswer> {
  const isBlocked = dependsOn.some((other) => (earlier.get(other)?.status ?? 424) >= 400)
  const blocked: ErrorAnswer = {
    error: { code: 'FailedDependency', message: 'A request it depends on failed.' },
  }
  if (isBlocked) return { id, status: 424, headers: {}, body: blocked }
  const response = await graph.world.faults.handle(
    'microsoft',
    request,
    (part) => handleCall(graph, part),
    toGraphFaultResponses(graph),
  )
  const headers = Object.fromEntries(response.headers)
  const body = await toPartBody(response)
  return { id, status: response.status, headers, ...(body !== undefined && { body }) }
}

/** JSON unchanged, everything else in base64, also JSON that a fault has cut off. */
async function toPartBody(response: Response): Promise<unknown> {
  const bytes = Buffer.from(await response.arrayBuffer())
  if (bytes.length === 0) return undefined
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return (isJson ? parseJson(bytes.toString()) : undefined) ?? bytes.toString('base64')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readPart(value: unknown, batch: Request): Part {
  const part = checkFields(
    value,
    ['id', 'method', 'url', 'headers', 'body', 'dependsOn'],
    'a request',
  )
  const url = readText(part, 'url').replace(/^\//, '')
  if (url.startsWith('$batch') || /^https?:/i.test(url))
    throw badRequest(`'${url}' is not the relative address of a resource.`)
  return {
    id: readText(part, 'id'),
    dependsOn: readDependencies(part),
    request: new Request(new URL(`/v1.0/${url}`, batch.url), {
      method: readText(part, 'method'),
      headers: toPartHeaders(part, batch),
      ...(part['body'] !== undefined && { body: JSON.stringify(part['body']) }),
    }),
  }
}

function readDependencies({ dependsOn = [] }: JsonObject): string[] {
  if (!Array.isArray(dependsOn) || !dependsOn.every((id) => typeof id === 'string'))
    throw badRequest("'dependsOn' must be a list of ids.")
  return dependsOn
}

/** The authorization is the batch's; all other headers are the part's own. */
function toPartHeaders(part: JsonObject, batch: Request): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(part['headers'] ?? {}))
    headers.set(name, String(value))
  if (part['body'] !== undefined && !headers.has('content-type'))
    throw badRequest("A request with a body needs a 'Content-Type'.")
  headers.set('authorization', batch.headers.get('authorization') ?? '')
  return headers
}
