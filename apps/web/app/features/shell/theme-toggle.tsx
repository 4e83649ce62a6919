import { Moon, Sun } from 'lucide-react'
import { setTheme, useTheme } from '../../lib/pages/theme.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'

export function ThemeToggle() {
  const other = useTheme() === 'dark' ? 'light' : 'dark'
  return (
    <Tooltip label={`Switch to ${other} theme`} side="bottom">
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Switch to ${other} theme`}
        onClick={() => setTheme(other)}
      >
        {other === 'light' ? <Sun aria-hidden /> : <Moon aria-hidden />}
      </Button>
    </Tooltip>
  )
}
