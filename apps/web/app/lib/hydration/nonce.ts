import { createContext } from 'react'

/** The nonce of the response. Undefined in the browser, which hides nonces from scripts. */
export const NonceContext = createContext<string | undefined>(undefined)
