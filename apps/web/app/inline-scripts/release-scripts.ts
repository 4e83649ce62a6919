import { releaseScripts } from '../lib/hydration/release-scripts.ts'

// Runs at the end of the body of pages whose scripts `delayScripts` has put off.
releaseScripts(window)
