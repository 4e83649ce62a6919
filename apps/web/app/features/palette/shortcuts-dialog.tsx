import type { ReactNode } from 'react'
import { switchShortcuts, useShortcutsOn } from '../../lib/shortcuts/shortcut-setting.ts'
import { chords, shortcuts } from '../../lib/shortcuts/shortcuts.ts'
import { useCommandKey } from '../../lib/shortcuts/use-command-key.ts'
import { Keys } from '../../ui/basics/kbd.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

/** Lists all shortcuts, with a switch that turns the single keys off. */
export function ShortcutsDialog({
  opener,
  listShortcuts,
  onClose,
}: {
  opener: HTMLElement | null
  /** The shortcuts of the list of filtered emails. */
  listShortcuts: readonly { readonly key: string; readonly does: string }[]
  onClose: () => void
}) {
  const isOn = useShortcutsOn()
  const commandKey = useCommandKey()
  return (
    <Dialog
      title="Keyboard shortcuts"
      description="They pause while you type or a dialog is open."
      isOpen
      onOpenChange={onClose}
      {...(opener && { opener })}
    >
      <div className="grid gap-5">
        <Group title="Everywhere">
          {chords.map(({ keys, does }) => (
            <Entry key={keys} keys={`${commandKey} ${keys.toUpperCase()}`} does={does} />
          ))}
          {shortcuts.map(({ keys, does }) => (
            <Entry key={keys} keys={keys} does={does} />
          ))}
        </Group>
        <Group title="In Filtered Emails">
          {listShortcuts.map(({ key, does }) => (
            <Entry key={key} keys={key} does={does} />
          ))}
        </Group>
        <div className="border-t border-border pt-5">
          <Switch
            label="Use single-key shortcuts"
            description="Turn them off if you press keys by accident."
            checked={isOn}
            onChange={switchShortcuts}
          />
        </div>
      </div>
    </Dialog>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="text-xs font-medium text-muted-fg">{title}</h3>
      <dl className="mt-2 grid grid-cols-[minmax(4.5rem,auto)_1fr] items-center gap-x-4 gap-y-1 text-sm">
        {children}
      </dl>
    </section>
  )
}

function Entry({ keys, does }: { keys: string; does: string }) {
  return (
    <div className="col-span-2 grid grid-cols-subgrid">
      <dt>
        <Keys>{keys}</Keys>
      </dt>
      <dd>{does}</dd>
    </div>
  )
}
