import { answerCall, authenticate, toGraphFaultWords, type Graph } from './graph.ts'
import { badRequest } from './graph-error.ts'
import { checkFields, readJson, readText, type JsonObject } from './route.ts'

type Part = {
  readonly id: string
  readonly dependsOn: readonly string[]
  readonly request: Request
}

type PartAnswer = {
  readonly id: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

const mostParts = 20

/** learn.microsoft.com/graph/json-batching: each part succeeds or fails alone. */
export async function answerBatch(graph: Graph, request: Request): Promise<Response> {
  authenticate(graph, request)
  const { requests } = await readJson(request, ['requests'])
  if (!Array.isArray(requests) || requests.length === 0)
    throw badRequest("The batch must hold a list of 'requests'.")
  if (requests.length > mostParts)
    throw badRequest(`Number of batch request steps exceeds the maximum value of ${mostParts}.`)
  const parts = requests.map((part) => readPart(part, graph, request))
  const ids = parts.map(({ id }) => id.toLowerCase())
  if (new Set(ids).size < ids.length) throw badRequest('The ids of a batch must be unique.')
  const answers = new Map<string, PartAnswer>()
  for (const part of parts) answers.set(part.id, await answerPart(graph, part, answers))
  // "Individual responses might appear in a different order than the requests."
  return Response.json({ responses: [...answers.values()].reverse() })
}

async function answerPart(
  graph: Graph,
  { id, dependsOn, request }: Part,
  earlier: ReadonlyMap<string, PartAnswer>,
): Promise<PartAnswer> {
  const isBlocked = dependsOn.some((other) => (earlier.get(other)?.status ?? 424) >= 400)
  if (isBlocked)
    return {
      id,
      status: 424,
      headers: {},
      body: { error: { code: 'FailedDependency', message: 'A request it depends on failed.' } },
    }
  const response = await graph.world.faults.answer(
    'microsoft',
    request,
    (part) => answerCall(graph, part),
    toGraphFaultWords(graph),
  )
  const headers = Object.fromEntries(response.headers)
  const body = await toPartBody(response)
  return { id, status: response.status, headers, ...(body !== undefined && { body }) }
}

/** JSON as it is, everything else in base64. */
async function toPartBody(response: Response): Promise<unknown> {
  const bytes = Buffer.from(await response.arrayBuffer())
  if (bytes.length === 0) return undefined
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return isJson ? JSON.parse(bytes.toString()) : bytes.toString('base64')
}

function readPart(value: unknown, { graphUrl }: Graph, batch: Request): Part {
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
    request: new Request(`${graphUrl}/v1.0/${url}`, {
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

/** Who asks is known from the batch; every other header is the part's own. */
function toPartHeaders(part: JsonObject, batch: Request): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(part['headers'] ?? {}))
    headers.set(name, String(value))
  if (part['body'] !== undefined && !headers.has('content-type'))
    throw badRequest("A request with a body needs a 'Content-Type'.")
  headers.set('authorization', batch.headers.get('authorization') ?? '')
  return headers
}
