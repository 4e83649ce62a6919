import { Dialog } from '../../ui/dialog.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Switch } from '../../ui/switch.tsx'
import { switchShortcuts, useShortcutsOn } from './shortcut-setting.ts'
import { shortcuts } from './shortcuts.ts'

/** What the keys do, and the switch that turns them off. */
export function ShortcutsDialog({ opener, onClose }: { opener: HTMLElement; onClose: () => void }) {
  const isOn = useShortcutsOn()
  return (
    <Dialog
      title="Keyboard shortcuts"
      description="They work in the list, and rest while you type. Enter opens an email."
      isOpen
      onOpenChange={onClose}
      opener={opener}
    >
      <div className="grid gap-5">
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 text-sm">
          {shortcuts.map(({ key, does }) => (
            <div key={key} className="col-span-2 grid grid-cols-subgrid">
              <dt>
                <Kbd>{key}</Kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <div className="border-t border-border pt-5">
          <Switch
            label="Use single-key shortcuts"
            description="Switch them off if keys are pressed by accident."
            checked={isOn}
            onChange={switchShortcuts}
          />
        </div>
      </div>
    </Dialog>
  )
}
