import { switchUser, type AdminUser } from '@doorman/contract/admin-users'
import { useMutation } from '@tanstack/react-query'
import { call, toUserMessage } from '../../../lib/api/call.ts'
import { clearUserDataInAllTabs } from '../../../lib/api/query-client.ts'
import { paths } from '../../../lib/paths.ts'
import { leave } from '../../../lib/session/leave.ts'
import { text } from '../../../lib/text.ts'
import { toast } from '../../../lib/toast.ts'
import { adminText } from '../admin-text.ts'
import { useFreshPassword } from '../use-fresh-password.tsx'

/** View as user. The dashboard is loaded as a new document, so nothing of the admin stays cached. */
export function useViewAs() {
  const password = useFreshPassword()
  const start = useMutation({
    mutationFn: async (user: AdminUser) => {
      await call(switchUser, { targetUserId: user.id })
      // Another tab would show the admin's own data and act on the user's.
      clearUserDataInAllTabs()
      await leave(paths.dashboard)
    },
    onError: (error, user) => {
      if (password.askIfNeeded(error, () => start.mutate(user))) return
      toast.failed(text.somethingWrong.title, toUserMessage(error) ?? adminText.switchFailed)
    },
  })
  return { start: start.mutate, isPending: start.isPending, dialog: password.dialog }
}
