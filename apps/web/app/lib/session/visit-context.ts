import { createContext as createRouterContext } from 'react-router'
import type { Visit } from '../../../serve.ts'

/** What the server knows about the current request. Set in `entry.server.tsx`. */
export const visitContext = createRouterContext<Visit & { onError: (error: unknown) => void }>()
