import {
  changeAuthGuideSettings,
  loadAuthGuideSettings,
  type AuthGuideSettings,
} from '@doorman/contract/admin-settings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/api/call.ts'
import { text } from '../../../lib/text.ts'
import { Button } from '../../../ui/basics/button.tsx'
import { Card } from '../../../ui/basics/card.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Video } from '../../../ui/feedback/video.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { adminText } from '../admin-text.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { authGuideSettings } from '../queries.ts'
import { UrlSetting } from './url-setting.tsx'
import { useSwitch } from './use-switch.ts'

const guides = [
  { company: 'Google', name: 'Gmail', enabled: 'googleGuideEnabled', url: 'googleVideoUrl' },
  {
    company: 'Microsoft',
    name: 'Outlook',
    enabled: 'microsoftGuideEnabled',
    url: 'microsoftVideoUrl',
  },
] as const

export function AuthGuideTab() {
  return (
    <Loaded query={useQuery(authGuideSettings)} what="the auth guide">
      {(settings) => (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          {guides.map((guide) => (
            <GuideCard key={guide.company} guide={guide} settings={settings} />
          ))}
        </div>
      )}
    </Loaded>
  )
}

function GuideCard({
  guide: { company, name, enabled, url },
  settings,
}: {
  guide: (typeof guides)[number]
  settings: AuthGuideSettings
}) {
  const [previewed, setPreviewed] = useState<string | null>(null)
  const isShown = useSwitch({
    stored: settings[enabled],
    save: (isOn) => call(changeAuthGuideSettings, { [enabled]: isOn }),
    load: loadAuthGuideSettings,
    failed: adminText.authGuideFailed,
  })
  return (
    <Card title={company} description={`A video that people see before they connect ${name}.`}>
      <div className="grid gap-6">
        <div className="grid gap-3">
          <Switch label={`Show the ${company} guide`} {...isShown} />
          {isShown.checked && settings[url] === '' && (
            <div role="status">
              <Banner tone="attention">
                There’s no video yet. People who connect {name} see “{text.videoUnavailable}”.
              </Banner>
            </div>
          )}
        </div>
        <UrlSetting
          label={`${company} video`}
          hint="A link to a YouTube video."
          placeholder="https://www.youtube.com/watch?v=…"
          stored={settings[url]}
          save={(link) => call(changeAuthGuideSettings, { [url]: link })}
          load={loadAuthGuideSettings}
          failed={adminText.authGuideFailed}
        >
          {(typed) => (
            <Button
              variant="ghost"
              disabled={typed.trim() === ''}
              aria-label={`Preview ${company} video`}
              onClick={() => setPreviewed(typed.trim())}
            >
              Preview
            </Button>
          )}
        </UrlSetting>
        {previewed !== null && <Video title={`Preview for ${company}`} link={previewed} />}
      </div>
    </Card>
  )
}
