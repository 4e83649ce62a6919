import { data, type RouterContextProvider } from 'react-router'
import { ApiError, createCall } from './api.ts'
import { visitContext } from './visit.ts'

/** On the server: asks our own API in the visitor's name, in process. */
export function pageCall(context: Readonly<RouterContextProvider>) {
  return createCall(context.get(visitContext).fetch)
}

/** What is not there becomes a page that is not there. */
export async function orNotFound<Reply>(reply: Promise<Reply>): Promise<Reply> {
  try {
    return await reply
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      throw data(null, { status: 404, statusText: 'Not Found' })
    throw error
  }
}

/** For lists whose page has something to say without them: `null` where the API refused. */
export async function orNull<Reply>(reply: Promise<Reply>): Promise<Reply | null> {
  try {
    return await reply
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
