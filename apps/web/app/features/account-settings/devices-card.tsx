import {
  listDevices,
  signOutDevice,
  signOutOtherDevices,
  type Device,
} from '@doorman/contract/own-data'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { formatMoment } from '../../lib/format.ts'
import { refetch } from '../../lib/api/query-client.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { Badge } from '../../ui/basics/badge.tsx'
import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { devices } from './own-data.ts'
import { useIsViewing } from '../../lib/session/use-is-viewing.ts'

const failed = (error: unknown) =>
  toast.failed(text.somethingWrong.title, toUserMessage(error) ?? 'Failed to sign out the device.')

/** Where the user is signed in. */
export function DevicesCard() {
  const stored = useQuery(devices)
  const others = useMutation({
    mutationFn: () => call(signOutOtherDevices, {}),
    onSuccess: () => toast.done('Other devices signed out'),
    onError: failed,
    onSettled: () => refetch(listDevices),
  })
  const isViewing = useIsViewing()
  return (
    <Card
      title="Devices"
      description={
        isViewing
          ? 'Where this user is signed in. Your own device isn’t listed.'
          : 'Where you’re signed in. See one that isn’t yours? Sign it out and change your password.'
      }
      footer={
        !isViewing &&
        stored.data &&
        stored.data.devices.length > 1 && (
          <Button variant="secondary" isPending={others.isPending} onClick={() => others.mutate()}>
            Sign out all others
          </Button>
        )
      }
    >
      <Loaded query={stored} what="your devices" height="h-16">
        {({ devices: found }) =>
          found.length === 0 ? (
            <p className="text-sm text-muted-fg">Not signed in on any device right now.</p>
          ) : (
            <ul className="-my-3 divide-y divide-border">
              {found.map((device) => (
                <DeviceRow
                  key={device.id}
                  device={device}
                  now={new Date(stored.dataUpdatedAt)}
                  canSignOut={!isViewing && !device.isThisOne}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

function DeviceRow({
  device: { id, name, network, lastUsedAt, isThisOne },
  now,
  canSignOut,
}: {
  device: Device
  now: Date
  canSignOut: boolean
}) {
  const signOut = useMutation({
    mutationFn: () => call(signOutDevice, { id }),
    onSuccess: () => toast.done('Device signed out'),
    onError: failed,
    onSettled: () => refetch(listDevices),
  })
  const isPhone = /iPhone|Android/.test(name)
  const Icon = isPhone ? Smartphone : Laptop
  const used = isThisOne
    ? 'Active now'
    : `Last used ${formatMoment(lastUsedAt, now).replace('Today', 'today')}`
  return (
    <li className="flex min-h-16 items-center gap-4 py-3 text-sm">
      <Icon aria-hidden className="size-5 shrink-0 text-muted-fg" />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {name}
          {isThisOne && <Badge tone="good">This device</Badge>}
        </p>
        <p className="mt-0.5 break-words text-muted-fg">
          {network === null ? used : `${used} · ${network}`}
        </p>
      </div>
      {canSignOut && (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Sign out ${name}`}
          isPending={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
