import { useRef, useState } from 'react'
import type { Judgement } from './judgement.ts'

export type JudgeState =
  | { readonly kind: 'resting' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'judged'; readonly judgement: Judgement }

type Judge = (pasted: string) => Judgement

/** Fetches model and code when somebody comes near the field, and no earlier. */
export function useJudge() {
  const [state, setState] = useState<JudgeState>({ kind: 'resting' })
  const loading = useRef<Promise<Judge>>(null)

  /** A load that failed may be tried again: the network may be back. */
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
      setState({ kind: 'judged', judgement: judge(pasted) })
    } catch {
      setState({ kind: 'failed' })
    }
  }

  return {
    state,
    judge: (pasted: string) => void run(pasted),
    /** What goes wrong here is told when somebody asks for a verdict. */
    prepare: () => void load().catch(() => undefined),
  }
}
