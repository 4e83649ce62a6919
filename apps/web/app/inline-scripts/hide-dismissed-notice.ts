import { hideDismissedNotice } from '../lib/pages/trial-dismissal.ts'

hideDismissedNotice(window)
