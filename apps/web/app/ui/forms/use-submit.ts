import { useRef, useState, type SubmitEvent } from 'react'

/** Submits a form once at a time: a second click while the first runs does nothing. */
export function useSubmit(submit: (form: HTMLFormElement) => Promise<void>) {
  const isRunning = useRef(false)
  const [isPending, setPending] = useState(false)

  async function run(form: HTMLFormElement) {
    if (isRunning.current) return
    isRunning.current = true
    setPending(true)
    try {
      await submit(form)
    } finally {
      isRunning.current = false
      setPending(false)
    }
  }

  return {
    isPending,
    onSubmit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault()
      void run(event.currentTarget)
    },
  }
}
