import { loadDashboardChart, loadDashboardStats } from '@doorman/contract/dashboard'
import { listFilteredEmails } from '@doorman/contract/filtered-emails'
import { useEffect, useRef } from 'react'
import { refetch } from '../../lib/query-client.ts'

/** Asks once more when the last scan is over: what it found at the very end has been in no answer yet. */
export function useScanEnd(isScanning: boolean): void {
  const wasScanning = useRef(isScanning)

  // Synchronises with the scan, which goes on by itself on the server.
  useEffect(() => {
    if (wasScanning.current && !isScanning)
      void refetch(listFilteredEmails, loadDashboardStats, loadDashboardChart)
    wasScanning.current = isScanning
  }, [isScanning])
}
