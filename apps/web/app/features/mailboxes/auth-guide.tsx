import { lazy, Suspense } from 'react'
import type { Connection } from './use-connection.ts'

/** Few operators show a guide, so its dialog is loaded on demand. */
const AuthGuideDialog = lazy(async () => ({
  default: (await import('./auth-guide-dialog.tsx')).AuthGuideDialog,
}))

/** The dialog with the video, while it is open. */
export function AuthGuide({ connection }: { connection: Connection }) {
  const { guide } = connection
  if (guide === null) return null
  return (
    <Suspense fallback={null}>
      <AuthGuideDialog guide={guide} connection={connection} />
    </Suspense>
  )
}
