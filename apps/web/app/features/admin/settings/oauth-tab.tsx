import { changeAdminSettings, loadAdminSettings } from '@doorman/contract/admin-settings'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { Card } from '../../../ui/basics/card.tsx'
import { adminText } from '../admin-text.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { oauthSettings } from '../queries.ts'
import { UrlSetting } from './url-setting.tsx'

const urls = [
  { field: 'gmailOauthRedirectUrl', label: 'Gmail redirect URL', path: '/api/gmail/callback' },
  {
    field: 'microsoftOauthRedirectUrl',
    label: 'Microsoft redirect URL',
    path: '/api/microsoft/callback',
  },
] as const

export function OauthTab() {
  return (
    <div className="max-w-2xl">
      <Loaded query={useQuery(oauthSettings)} what="the OAuth settings">
        {(settings) => (
          <Card
            title="OAuth redirect URLs"
            description="Where Google and Microsoft send people back to after they connect a mailbox. Each must match the provider’s console exactly."
          >
            <div className="grid gap-6">
              {urls.map(({ field, label, path }) => (
                <UrlSetting
                  key={field}
                  label={label}
                  hint="Leave it empty to use the default."
                  placeholder={`${location.origin}${path}`}
                  stored={settings[field]}
                  save={(url) => call(changeAdminSettings, { [field]: url })}
                  load={loadAdminSettings}
                  failed={adminText.settingsFailed}
                />
              ))}
            </div>
          </Card>
        )}
      </Loaded>
    </div>
  )
}
