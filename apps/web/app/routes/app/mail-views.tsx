import { paths } from '../../lib/paths.ts'
import { LinkTabs } from '../../ui/navigation/link-tabs.tsx'

/** Tabs between the filtered emails and the activity log. */
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
