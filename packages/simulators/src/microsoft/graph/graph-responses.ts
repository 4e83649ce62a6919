import type { FaultResponses } from '../../world/faults.ts'
import type { Answer } from './answers.ts'
import { GraphError, serverError, toGraphErrorResponse } from './graph-error.ts'
import type { GraphState } from './graph-state.ts'
import { throttled } from './throttle.ts'

/** Graph's responses for planned faults. */
export function toGraphFaultResponses({ world }: GraphState): FaultResponses {
  return {
    rateLimit: () => toGraphErrorResponse(throttled('MailboxRequests', 10), world),
    serverError: () => toGraphErrorResponse(serverError(), world),
  }
}

export async function withGraphErrors(
  { world }: GraphState,
  request: Request,
  respond: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await respond()
  } catch (error) {
    if (error instanceof GraphError) return toGraphErrorResponse(error, world, request)
    throw error
  }
}
