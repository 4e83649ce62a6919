import { lazy, Suspense, useState, type ReactNode } from 'react'
import { ApiError } from '../../lib/api/call.ts'

const ConfirmPasswordDialog = lazy(async () => ({
  default: (await import('./confirm-password-dialog.tsx')).ConfirmPasswordDialog,
}))

/**
 * For acts that the server allows only shortly after the admin has entered the password.
 * `askIfNeeded` opens the dialog if an act was refused for this reason, and then repeats it.
 */
export function useFreshPassword(): {
  askIfNeeded: (error: unknown, repeat: () => void) => boolean
  dialog: ReactNode
} {
  const [repeat, setRepeat] = useState<{ act: () => void } | null>(null)
  return {
    askIfNeeded(error, act) {
      const isNeeded = error instanceof ApiError && error.code === 'password-needed'
      if (isNeeded) setRepeat({ act })
      return isNeeded
    },
    dialog: repeat && (
      <Suspense>
        <ConfirmPasswordDialog
          open
          onClose={() => setRepeat(null)}
          onConfirmed={() => {
            setRepeat(null)
            repeat.act()
          }}
        />
      </Suspense>
    ),
  }
}
