import { useNavigate } from 'react-router'
import { useLoadedAccounts } from '../../lib/mailboxes/connected-accounts.ts'
import { setTheme, useTheme } from '../../lib/pages/theme.ts'
import { useCurrentUser } from '../../lib/session/current-user.ts'
import { logOut } from '../../lib/session/log-out.ts'
import { showOverlay } from '../../lib/shortcuts/overlay.ts'
import { connect, toggleObserveOnly, togglePause } from './account-actions.ts'
import { listCommands, type Command } from './commands.ts'

/** Commands for accounts appear as soon as the accounts are loaded. */
export function useCommands(): readonly Command[] {
  const user = useCurrentUser()
  const theme = useTheme()
  const navigate = useNavigate()
  const accounts = useLoadedAccounts()
  const goTo = (path: string) => void navigate(path)
  return listCommands(
    { accounts, theme, isAdmin: user.isAdmin, isViewing: user.viewingAsUser !== undefined },
    {
      goTo,
      load: (path) => location.assign(path),
      connect: (provider, accountId) => connect(provider, goTo, accountId),
      togglePause,
      toggleObserveOnly,
      setTheme,
      showShortcuts: () => showOverlay('shortcuts'),
      logOut,
    },
  )
}
