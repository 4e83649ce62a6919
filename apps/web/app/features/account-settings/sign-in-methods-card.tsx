import {
  linkProvider,
  loadSignInMethods,
  unlinkProvider,
  type SignInMethods,
} from '@doorman/contract/social-sign-in'
import { providerNames } from '@doorman/domain/accounts/social-sign-in'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, KeyRound } from 'lucide-react'
import { lazy, Suspense, useId, useState, type ReactNode } from 'react'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { refetch } from '../../lib/api/query-client.ts'
import { leaveSite } from '../../lib/session/leave.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { Badge } from '../../ui/basics/badge.tsx'
import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { GoogleIcon, MicrosoftIcon } from '../../ui/icons/provider-icons.tsx'
import { SetPassword } from './set-password.tsx'
import { signInMethods } from './sign-in-methods.ts'
import { useLinkReturn } from './use-link-return.ts'
import { useIsViewing } from '../../lib/session/use-is-viewing.ts'

const ProviderPasswordDialog = lazy(async () => ({
  default: (await import('./provider-password-dialog.tsx')).ProviderPasswordDialog,
}))

const icons = { google: GoogleIcon, microsoft: MicrosoftIcon }
type Linkable = SignInMethods['providers'][number]

export function SignInMethodsCard() {
  useLinkReturn()
  const stored = useQuery(signInMethods)
  return (
    <Card
      title="Sign-in methods"
      description="Any of these gets you into your account. Linking Google or Microsoft gives us no access to your mail."
    >
      <Loaded query={stored} what="your sign-in methods" height="h-25">
        {(data) => (
          <ul className="grid gap-4">
            <Row
              icon={<KeyRound aria-hidden />}
              name="Password"
              isOn={data.hasPassword}
              onWord="Set"
            >
              {!data.hasPassword && <SetPassword size="small" />}
            </Row>
            {data.providers.map((method) => (
              <ProviderRow
                key={method.provider}
                method={method}
                hasPassword={data.hasPassword}
                isOnlyWay={method.isLinked && countWays(data) === 1}
              />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

function ProviderRow({
  method: { provider, isLinked, isAvailable },
  hasPassword,
  isOnlyWay,
}: {
  method: Linkable
  hasPassword: boolean
  isOnlyWay: boolean
}) {
  const noteId = useId()
  const name = providerNames[provider]
  const Icon = icons[provider]
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  const change = useMutation({
    mutationFn: async (password?: string) => {
      if (!isLinked) return leaveSite((await call(linkProvider, { provider, password })).authUrl)
      await call(unlinkProvider, { provider, password })
      toast.done(`You no longer sign in with ${name}.`)
    },
    onSettled: () => refetch(loadSignInMethods),
  })
  return (
    <Row icon={<Icon />} name={name} isOn={isLinked} onWord="Linked">
      {isOnlyWay && (
        <p id={noteId} className="text-muted-fg">
          This is your only way to sign in.
        </p>
      )}
      {(isLinked || isAvailable) && (
        <Button
          variant="secondary"
          size="small"
          disabled={isOnlyWay}
          aria-describedby={isOnlyWay ? noteId : undefined}
          aria-label={`${isLinked ? 'Unlink' : 'Link'} ${name}`}
          isPending={change.isPending && !opener}
          onClick={({ currentTarget }) => {
            if (hasPassword) setOpener(currentTarget)
            else change.mutate(undefined, { onError: reportFailure })
          }}
        >
          {isLinked ? 'Unlink' : 'Link'}
        </Button>
      )}
      {opener && (
        <Suspense>
          <ProviderPasswordDialog
            provider={provider}
            isLinked={isLinked}
            opener={opener}
            onSubmit={async (password) => {
              await change.mutateAsync(password)
              setOpener(null)
            }}
            onClose={() => setOpener(null)}
          />
        </Suspense>
      )}
    </Row>
  )
}

function Row({
  icon,
  name,
  isOn,
  onWord,
  children,
}: {
  icon: ReactNode
  name: string
  isOn: boolean
  onWord: string
  /** What can be done about it: nothing for an admin who views as the user. */
  children: ReactNode
}) {
  const isViewing = useIsViewing()
  return (
    <li className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2 text-sm [&_svg]:size-4">
      {icon}
      <span className="font-medium">{name}</span>
      {isOn ? (
        <Badge tone="good">
          <Check aria-hidden /> {onWord}
        </Badge>
      ) : (
        <Badge>Not {onWord.toLowerCase()}</Badge>
      )}
      {!isViewing && (
        <div className="ms-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
          {children}
        </div>
      )}
    </li>
  )
}

function countWays({ hasPassword, providers }: SignInMethods): number {
  return Number(hasPassword) + providers.filter(({ isLinked }) => isLinked).length
}

function reportFailure(error: unknown): void {
  toast.failed(text.somethingWrong.title, toUserMessage(error) ?? text.somethingWrong.description)
}
