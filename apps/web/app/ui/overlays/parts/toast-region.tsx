import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { Link } from 'react-router'
import { toast, type Toast as ShownToast } from '../../../lib/toast.ts'

const shownMs = 5_000
const swipeThresholdPx = 50

const actionClass =
  'mt-3 inline-flex h-11 items-center rounded-control border border-current px-3 font-medium md:h-9'

/** Rendered in the browser only: Radix writes style attributes. */
export function ToastRegion({ current }: { current: ShownToast | null }) {
  return (
    <Toast.Provider
      label="Notification"
      duration={shownMs}
      swipeDirection="right"
      swipeThreshold={swipeThresholdPx}
    >
      {current && (
        <Toast.Root
          key={current.id}
          open={current.isOpen}
          onOpenChange={(isOpen) => !isOpen && toast.close(current.id)}
          type={current.kind === 'failed' ? 'foreground' : 'background'}
          data-kind={current.kind}
          className={clsx(
            'toast flex items-start gap-3 rounded-card border p-4 pe-2 text-sm shadow-raised',
            current.kind === 'failed'
              ? 'border-danger-surface bg-danger-surface text-on-danger'
              : 'border-border bg-raised text-fg',
          )}
        >
          {current.kind === 'failed' ? (
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          ) : (
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-primary" />
          )}
          <div className="min-w-0 grow">
            <Toast.Title className="font-medium break-words">{current.title}</Toast.Title>
            {current.description && (
              <Toast.Description
                className={clsx(
                  'mt-1 break-words',
                  current.kind === 'failed' ? 'text-on-danger' : 'text-muted-fg',
                )}
              >
                {current.description}
              </Toast.Description>
            )}
            {current.action && (
              <Toast.Action asChild altText={current.action.altText}>
                {'path' in current.action ? (
                  <Link to={current.action.path} className={actionClass}>
                    {current.action.label}
                  </Link>
                ) : (
                  <button type="button" onClick={current.action.onChoose} className={actionClass}>
                    {current.action.label}
                  </button>
                )}
              </Toast.Action>
            )}
          </div>
          <Toast.Close
            aria-label="Close"
            className="-my-3 grid size-11 shrink-0 place-items-center rounded-control opacity-80 hover:opacity-100 md:-my-2 md:size-9"
          >
            <X aria-hidden className="size-4" />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport
        label="Notification ({hotkey})"
        hotkey={['F8']}
        className="screen-only fixed inset-x-0 bottom-0 [body:has([data-bottom-bar])_&]:bottom-16 z-50 mx-auto my-0 flex w-full list-none flex-col p-4 pb-[max(1rem,env(safe-area-inset-bottom))] outline-none md:max-w-[420px]"
      />
    </Toast.Provider>
  )
}
