import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

// The browser keeps pages in memory for the Back button. Such a page may show the data of a user
// who has signed out since.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload()
})

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
