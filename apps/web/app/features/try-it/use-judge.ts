import { useRef, useState } from 'react'
import type { TryItResult } from './try-it-result.ts'

export type JudgeState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'judged'; readonly judgement: TryItResult }

type Judge = (pasted: string) => Promise<TryItResult>

/** Judges pasted emails. The model and its code load when the field gets the focus, not earlier. */
export function useJudge() {
  const [state, setState] = useState<JudgeState>({ kind: 'idle' })
  const loading = useRef<Promise<Judge>>(null)

  /** Loads once. After a failure the next call tries again. */
  function load(): Promise<Judge> {
    loading.current ??= import('./judge.ts')
      .then(({ loadJudge }) => loadJudge())
      .catch((error: unknown) => {
        loading.current = null
        throw error
      })
    return loading.current
  }

  async function run(pasted: string) {
    if (pasted.trim() === '') return setState({ kind: 'empty' })
    setState({ kind: 'loading' })
    try {
      const judge = await load()
      setState({ kind: 'judged', judgement: await judge(pasted) })
    } catch {
      setState({ kind: 'failed' })
    }
  }

  return {
    state,
    judge: (pasted: string) => void run(pasted),
    /** Starts loading early. A failure shows when the visitor asks for a verdict. */
    prepare: () => void load().catch(() => undefined),
  }
}
