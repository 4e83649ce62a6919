import type { PixelTestReply, PixelTestRequest } from '@doorman/contract/admin-tracking'
import { useEffect, useRef, useState } from 'react'
import type { PixelEvent } from './pixel-events.ts'

/** A frame that stays silent has no pixel: it was blocked, or its code failed. */
const answerMs = 10_000

type Outcome = 'sent' | 'not-loaded'

/**
 * The frame with the saved code. It is added with the first test and stays for the next ones, and it
 * is replaced when the saved code changes.
 */
export function usePixelFrame(savedHead: string) {
  const frame = useRef<HTMLIFrameElement>(null)
  const readyFor = useRef<string | null>(null)
  const finish = useRef<(outcome: Outcome) => void>(undefined)
  const [isOpen, setOpen] = useState(false)
  const [pending, setPending] = useState<PixelEvent | null>(null)

  // Synchronises with the frame, which answers by `postMessage`.
  useEffect(() => {
    function post() {
      if (!pending) return
      const { event, details } = pending
      const request: PixelTestRequest = { event, ...(details && { details }) }
      // The frame's origin is opaque, so no other target can be named. Nothing here is secret.
      frame.current?.contentWindow?.postMessage(request, '*')
    }
    function onMessage({ source, data }: MessageEvent<PixelTestReply>) {
      if (!source || source !== frame.current?.contentWindow) return
      if (data.state === 'ready') {
        readyFor.current = savedHead
        post()
      } else finish.current?.(data.state)
    }
    addEventListener('message', onMessage)
    if (readyFor.current === savedHead) post()
    return () => removeEventListener('message', onMessage)
  }, [pending, savedHead])

  return {
    frame,
    isOpen,
    pending,
    send(event: PixelEvent): Promise<Outcome> {
      setOpen(true)
      setPending(event)
      return new Promise((resolve) => {
        const timer = setTimeout(() => finish.current?.('not-loaded'), answerMs)
        finish.current = (outcome) => {
          clearTimeout(timer)
          finish.current = undefined
          setPending(null)
          resolve(outcome)
        }
      })
    },
  }
}
