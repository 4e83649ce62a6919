import { data } from 'react-router'

/** The layout's error boundary shows the page, as it does for anything else that is not there. */
export function loader() {
  throw data(null, { status: 404, statusText: 'Not Found' })
}

export default function NotFoundRoute() {
  return null
}
