import { data, type RouterContextProvider } from 'react-router'
import { visitContext } from '../session/visit-context.ts'
import { ApiError, createCall } from './call.ts'

/** On the server: calls our own API in process, with the visitor's cookies. */
export function serverCall(context: Readonly<RouterContextProvider>) {
  return createCall(context.get(visitContext).fetch)
}

/** Turns a 404 of the API into a 404 page. */
export async function orNotFound<Reply>(reply: Promise<Reply>): Promise<Reply> {
  try {
    return await reply
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      throw data(null, { status: 404, statusText: 'Not Found' })
    throw error
  }
}

/** For lists that a page can do without: `null` if the API answers with an error. */
export async function orNull<Reply>(reply: Promise<Reply>): Promise<Reply | null> {
  try {
    return await reply
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
