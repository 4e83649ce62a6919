import { productName } from '@doorman/domain/brand'
import { Mark } from './mark.tsx'

/** Our logo and name. `isShort` hides the name from sight. */
export function Brand({ isShort = false }: { isShort?: boolean }) {
  return (
    <span className="flex items-center gap-2.5">
      <Mark />
      <span className={isShort ? 'sr-only' : 'font-semibold tracking-tight'}>{productName}</span>
    </span>
  )
}
