import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Kbd } from '../../ui/basics/kbd.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { switchShortcuts, useShortcutsOn } from './shortcut-setting.ts'
import { shortcuts } from './shortcuts.ts'

/** Lists the shortcuts, with a switch that turns them off. */
export function ShortcutsDialog({ opener, onClose }: { opener: HTMLElement; onClose: () => void }) {
  const isOn = useShortcutsOn()
  return (
    <Dialog
      title="Keyboard shortcuts"
      description="They work in the list and pause while you type. Press Enter to open an email."
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
            description="Turn them off if you press keys by accident."
            checked={isOn}
            onChange={switchShortcuts}
          />
        </div>
      </div>
    </Dialog>
  )
}
