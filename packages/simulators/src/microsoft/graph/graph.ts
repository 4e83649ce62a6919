import type { Answer } from './answers.ts'
import { handleBatch } from './batch.ts'
import { withGraphErrors } from './graph-responses.ts'
import type { GraphState } from './graph-state.ts'
import { handleCall } from './handle-call.ts'

/** Handles requests to `graph.microsoft.com` below `/v1.0/`. */
export function handleGraph(graph: GraphState, request: Request): Promise<Answer> {
  const isBatch = request.method === 'POST' && new URL(request.url).pathname === '/v1.0/$batch'
  return isBatch
    ? withGraphErrors(graph, request, () => handleBatch(graph, request))
    : handleCall(graph, request)
}
