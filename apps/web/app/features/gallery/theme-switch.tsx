import { setTheme, useTheme } from '../../lib/theme.ts'
import { Button } from '../../ui/button.tsx'

export function ThemeSwitch() {
  const other = useTheme() === 'dark' ? 'light' : 'dark'
  return (
    <Button variant="secondary" onClick={() => setTheme(other)}>
      {other === 'light' ? 'Light' : 'Dark'} theme
    </Button>
  )
}
