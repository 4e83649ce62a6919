import { setTheme, useTheme } from '../../lib/pages/theme.ts'
import { Button } from '../../ui/basics/button.tsx'

export function ThemeSwitch() {
  const other = useTheme() === 'dark' ? 'light' : 'dark'
  return (
    <Button variant="secondary" onClick={() => setTheme(other)}>
      {other === 'light' ? 'Light' : 'Dark'} theme
    </Button>
  )
}
