import { applyStoredTheme } from '../lib/pages/stored-theme.ts'

// Runs in the head, before the stylesheet: a visitor with the light theme never sees a dark frame.
applyStoredTheme(window)
