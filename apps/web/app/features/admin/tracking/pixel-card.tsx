import { pixelTestPath } from '@doorman/contract/admin-tracking'
import { toast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/basics/button.tsx'
import { Card } from '../../../ui/basics/card.tsx'
import { adminText } from '../admin-text.ts'
import { pixelEvents, type PixelEvent } from './pixel-events.ts'
import { usePixelFrame } from './use-pixel-frame.ts'

/** Fires the events that our own pages fire, in a frame that runs the saved code. */
export function PixelCard({ savedHead }: { savedHead: string }) {
  const { frame, isOpen, pending, send } = usePixelFrame(savedHead)

  async function test(event: PixelEvent) {
    const state = await send(event)
    if (state === 'sent')
      toast.done('Test event sent', `${event.title} is on its way to Meta’s Events Manager.`)
    else
      toast.failed(
        adminText.pixelNotLoaded,
        'Save a Meta Pixel in the head code, and switch off ad blockers.',
      )
  }

  return (
    <Card
      title="Test the Meta Pixel"
      description="Loads the saved head code in a closed-off frame and sends one event. Unsaved changes aren’t tested."
    >
      <div className="flex flex-wrap gap-3">
        {pixelEvents.map((event) => (
          <Button
            key={event.event}
            variant="secondary"
            isPending={pending === event}
            disabled={pending !== null}
            onClick={() => void test(event)}
          >
            {event.title}
          </Button>
        ))}
      </div>
      {isOpen && (
        <iframe
          ref={frame}
          key={savedHead}
          title="Pixel test"
          src={pixelTestPath}
          // An origin of its own: the code reaches neither this page nor the login session.
          sandbox="allow-scripts"
          hidden
        />
      )}
    </Card>
  )
}
