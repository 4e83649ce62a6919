import { switchThemeOnClick } from '../lib/pages/stored-theme.ts'

// Runs with the header of public pages, which often never hydrate.
switchThemeOnClick(window)
