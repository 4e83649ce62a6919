import { filteredEmailsExportPath } from '@doorman/contract/filtered-emails'
import { mailProviders } from '@doorman/domain/mail/mailbox'
import { toFilteredEmailsPath } from '../../lib/lists/list-filters.ts'
import type { Account } from '../../lib/mailboxes/connected-accounts.ts'
import type { Theme } from '../../lib/pages/theme.ts'
import { paths } from '../../lib/paths.ts'
import { findKeys } from '../../lib/shortcuts/shortcuts.ts'
import { text } from '../../lib/text.ts'
import type { Searchable } from './match-commands.ts'
import { withShownUser } from '../../lib/session/shown-user.ts'

export const commandGroups = ['Go to', 'Accounts', 'Actions', 'Help'] as const

export type Command = Searchable & {
  readonly group: (typeof commandGroups)[number]
  /** The keys that do the same, such as `g d`. */
  readonly keys?: string | undefined
  readonly run: () => unknown
}

/** What commands do in the browser. */
export type CommandTools = {
  readonly goTo: (path: string) => unknown
  /** Loads a new document, such as a page of the public site or a file. */
  readonly load: (path: string) => unknown
  readonly connect: (provider: Account['provider'], accountId?: Account['id']) => unknown
  readonly togglePause: (account: Account) => unknown
  readonly toggleObserveOnly: (account: Account) => unknown
  readonly setTheme: (theme: Theme) => unknown
  readonly showShortcuts: () => unknown
  readonly logOut: () => unknown
}

export type CommandFacts = {
  readonly accounts: readonly Account[]
  readonly theme: Theme
  readonly isAdmin: boolean
  /** An admin views the app as the user: mailboxes can't be connected. */
  readonly isViewing: boolean
}

/** Everything the palette offers, in the order in which it is shown. */
export function listCommands(facts: CommandFacts, tools: CommandTools): readonly Command[] {
  return [
    ...toPages(facts, tools),
    ...facts.accounts.flatMap((account) => toAccountCommands(account, facts, tools)),
    ...toActions(facts, tools),
    ...toHelp(tools),
  ]
}

function toPages({ isAdmin }: CommandFacts, { goTo }: CommandTools): Command[] {
  const pages = [
    { title: 'Dashboard', path: paths.dashboard, words: 'home numbers chart statistics' },
    { title: 'Filtered Emails', path: paths.filteredEmails, words: 'list cold mail' },
    { title: 'Activity', path: paths.activity, words: 'log history kept why' },
    { title: 'Connected Accounts', path: paths.accounts, words: 'mailboxes gmail outlook' },
    { title: 'Filter Settings', path: paths.filterSettings, words: 'whitelist rules senders' },
    { title: 'Account Settings', path: paths.accountSettings, words: 'password profile devices' },
    { title: 'Billing', path: paths.billing, words: 'plan pro upgrade receipts invoice' },
  ]
  const adminPages = [
    { title: 'Admin Panel', path: paths.admin, words: 'users' },
    { title: 'Blog articles', path: paths.adminContent, words: 'admin content' },
    { title: 'Queue', path: paths.adminQueue, words: 'admin jobs' },
    { title: 'Audit log', path: paths.adminAudit, words: 'admin' },
  ]
  return [...pages, ...(isAdmin ? adminPages : [])].map(({ title, path, words }) => ({
    group: 'Go to',
    title,
    words,
    keys: findKeys(path),
    run: () => goTo(path),
  }))
}

function toAccountCommands(
  account: Account,
  { isViewing }: CommandFacts,
  tools: CommandTools,
): Command[] {
  const { id, email, provider, isPaused, isObserveOnly, problem } = account
  const needsReconnection = problem === 'needs-reconnect' && !isViewing
  return [
    ...(needsReconnection
      ? [{ title: `Reconnect ${email}`, run: () => tools.connect(provider, id) }]
      : []),
    {
      title: `Show emails of ${email}`,
      words: 'filtered list',
      run: () => tools.goTo(toFilteredEmailsPath({ accountId: id })),
    },
    {
      title: `${isPaused ? 'Resume' : 'Pause'} ${email}`,
      words: isPaused ? 'continue start' : 'stop',
      run: () => tools.togglePause(account),
    },
    {
      title: `${isObserveOnly ? 'Stop observing' : 'Only observe'} ${email}`,
      words: 'observe-only mode',
      run: () => tools.toggleObserveOnly(account),
    },
  ].map((command) => ({ ...command, group: 'Accounts' }))
}

function toActions({ theme, isViewing }: CommandFacts, tools: CommandTools): Command[] {
  const otherTheme = theme === 'dark' ? 'light' : 'dark'
  return [
    ...(isViewing ? [] : mailProviders).map((provider) => ({
      title: text.connect[provider],
      words: 'add account mailbox outlook google',
      run: () => tools.connect(provider),
    })),
    {
      title: 'Export filtered emails as CSV',
      words: 'download file',
      run: () => tools.load(withShownUser(filteredEmailsExportPath)),
    },
    {
      title: `Switch to ${otherTheme} theme`,
      words: 'dark light mode appearance',
      run: () => tools.setTheme(otherTheme),
    },
    { title: 'Log out', words: 'sign out leave', run: tools.logOut },
  ].map((command) => ({ ...command, group: 'Actions' }))
}

function toHelp(tools: CommandTools): Command[] {
  return [
    { title: 'Keyboard shortcuts', words: 'keys help', keys: '?', run: tools.showShortcuts },
    {
      title: 'Frequently asked questions',
      words: 'help faq docs',
      run: () => tools.load(paths.faq),
    },
    { title: 'Contact us', words: 'help support email', run: () => tools.load(paths.contact) },
  ].map((command) => ({ ...command, group: 'Help' }))
}
