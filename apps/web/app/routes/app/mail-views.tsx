import { paths } from '../../lib/paths.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'

/** From what was taken out to everything that was looked at, and back. */
export function MailViews() {
  return (
    <LinkTabs
      label="Views"
      links={[
        { path: paths.filteredEmails, title: 'Filtered' },
        { path: paths.activity, title: 'Activity' },
      ]}
    />
  )
}
