import type { Grant } from '../login/grants.ts'
import { invalidToken } from './graph-error.ts'
import type { GraphState } from './graph-state.ts'

/** The grant of the request's bearer token. */
export function authenticate({ grants }: GraphState, request: Request): Grant {
  const [, token = ''] = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  if (token === '') throw invalidToken('Access token is empty.')
  const grant = grants.findByAccessToken(token)
  if (grant === 'expired') throw invalidToken('Lifetime validation failed, the token is expired.')
  if (grant === null) throw invalidToken('Access token validation failure. Invalid audience.')
  return grant
}
