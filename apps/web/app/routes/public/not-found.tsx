import { data } from 'react-router'

/** The layout's error boundary shows the 404 page. */
export function loader() {
  throw data(null, { status: 404, statusText: 'Not Found' })
}

export default function NotFoundRoute() {
  return null
}
