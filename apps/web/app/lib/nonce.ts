import { createContext } from 'react'

/** The response's nonce. Absent in the browser, which hides nonces from scripts by design. */
export const NonceContext = createContext<string | undefined>(undefined)
