import {
  deleteUser,
  listUsers,
  loadAdminStats,
  type AdminUser,
} from '@doorman/contract/admin-users'
import { useMutation } from '@tanstack/react-query'
import { call, toUserMessage } from '../../../lib/api/call.ts'
import { refetch } from '../../../lib/api/query-client.ts'
import { text } from '../../../lib/text.ts'
import { toast } from '../../../lib/toast.ts'
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx'
import { ConfirmButtons } from '../../../ui/overlays/confirm-buttons.tsx'
import { adminText } from '../admin-text.ts'
import { useFreshPassword } from '../use-fresh-password.tsx'

/** Names the user before anything is deleted. Closes whether or not it worked. */
export function DeleteUserDialog({
  user,
  onClose,
}: {
  /** `null` while the dialog is closed. */
  user: AdminUser | null
  onClose: () => void
}) {
  const password = useFreshPassword()
  const remove = useMutation({
    mutationFn: ({ id }: AdminUser) => call(deleteUser, { id }),
    onSuccess: (_, { email }) => toast.done(adminText.userDeleted, `${email} is gone.`),
    onError: (error, target) => {
      if (password.askIfNeeded(error, () => remove.mutate(target))) return
      toast.failed(text.somethingWrong.title, toUserMessage(error) ?? adminText.deleteFailed)
    },
    onSettled: async () => {
      onClose()
      await refetch(listUsers, loadAdminStats)
    },
  })
  return (
    <>
      <AlertDialog
        title={`Delete ${user?.email ?? ''}?`}
        description="Disconnects their mailboxes, ends their subscription and deletes everything we hold about them. This can’t be undone."
        isOpen={user !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen && !remove.isPending) onClose()
        }}
      >
        <ConfirmButtons
          label="Delete user"
          isPending={remove.isPending}
          onConfirm={() => user && remove.mutate(user)}
        />
      </AlertDialog>
      {password.dialog}
    </>
  )
}
