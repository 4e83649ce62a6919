import { clsx } from 'clsx'
import { Moon, Sun } from 'lucide-react'
import { Button } from '../../ui/basics/button.tsx'

/**
 * Switches between the dark and the light theme. An inline script handles the click
 * (`inline-scripts/switch-theme.ts`), so it works before and without hydration. Without JavaScript
 * it is not shown.
 */
export function ThemeSwitch({ isInMenu = false }: { isInMenu?: boolean }) {
  const labelClass = isInMenu ? undefined : 'sr-only'
  return (
    <span className="grid noscript:hidden *:justify-start">
      <Button variant="ghost" size={isInMenu ? 'large' : 'icon'} data-plain="" data-theme-switch="">
        <Sun aria-hidden className="in-data-[theme=light]:hidden" />
        <Moon aria-hidden className="in-data-[theme=dark]:hidden" />
        <span className={clsx(labelClass, 'in-data-[theme=light]:hidden')}>
          Switch to light theme
        </span>
        <span className={clsx(labelClass, 'in-data-[theme=dark]:hidden')}>
          Switch to dark theme
        </span>
      </Button>
    </span>
  )
}
